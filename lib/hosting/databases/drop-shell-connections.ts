import type { Context } from "@/lib/core/context";
import type { DroppedShellRole, HostSession } from "@/lib/core/ports/database-host";
import { addDropShellRolesJob } from "@/lib/core/queue/add";

/** Drops the shell roles of a database, whose lock the caller holds: all of them, or all but the pooled one. */
export async function dropShellConnectionsOf(
  ctx: Context,
  session: HostSession,
  databaseId: string,
  { keepsPooled }: { keepsPooled: boolean } = { keepsPooled: false },
): Promise<DroppedShellRole> {
  const roles = await ctx.db.shellRole.findMany({
    where: { databaseId, ...(keepsPooled && { expiresAt: { not: null } }) },
    select: { id: true, organisationId: true, databaseId: true },
  });
  const all = { endedSessions: 0, isDropped: true };
  for (const role of roles) {
    const { endedSessions, isDropped } = await dropWithSession(ctx, session, role);
    all.endedSessions += endedSessions;
    all.isDropped &&= isDropped;
  }
  return all;
}

const LOOK_AGAIN_AFTER_MS = 10_000;

/**
 * Drops a shell role before its row, by which it is looked for again. One that a neighbour holds fast has lost its
 * sessions and cannot log in; it counts as expired and is dropped later.
 */
export async function dropWithSession(
  ctx: Context,
  session: HostSession,
  role: { id: string; organisationId: string; databaseId: string },
  beforeForgotten?: () => Promise<void>,
): Promise<DroppedShellRole> {
  const dropped = await session.dropShellRole(role);
  ctx.crashPoint("shell_role.dropped");
  await beforeForgotten?.();
  const where = { id: role.id, organisationId: role.organisationId };
  if (dropped.isDropped) {
    await ctx.db.shellRole.deleteMany({ where });
    return dropped;
  }
  const now = ctx.clock.now();
  const lasting = { OR: [{ expiresAt: { gt: now } }, { expiresAt: null }] };
  await ctx.db.shellRole.updateMany({ where: { ...where, ...lasting }, data: { expiresAt: now } });
  await addDropShellRolesJob(ctx, role.id, new Date(now.getTime() + LOOK_AGAIN_AFTER_MS));
  return dropped;
}
