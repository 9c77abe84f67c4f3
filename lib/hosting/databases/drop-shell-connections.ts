import type { Context } from "@/lib/core/context";
import type { HostSession } from "@/lib/core/ports/database-host";

/** Drops all shell roles of a database, whose lock the caller holds. Returns the number of ended sessions. */
export async function dropShellConnectionsOf(ctx: Context, session: HostSession, databaseId: string): Promise<number> {
  const roles = await ctx.db.shellRole.findMany({
    where: { databaseId },
    select: { id: true, organisationId: true, databaseId: true },
  });
  let ended = 0;
  for (const role of roles) ended += await dropWithSession(ctx, session, role);
  return ended;
}

/** Drops a shell role before its row, by which it is looked for again. Returns the number of ended sessions. */
export async function dropWithSession(
  ctx: Context,
  session: HostSession,
  role: { id: string; organisationId: string; databaseId: string },
  beforeForgotten?: () => Promise<void>,
): Promise<number> {
  const ended = await session.dropShellRole(role);
  ctx.crashPoint("shell_role.dropped");
  await beforeForgotten?.();
  await ctx.db.shellRole.deleteMany({ where: { id: role.id, organisationId: role.organisationId } });
  return ended;
}
