import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { codeOf } from "@/lib/core/error-code";
import { HostUnavailableError, ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import { hostNotFound } from "./find";
import { barFormerDatabase, type ChangedLogins, isOfThisInstallation, renewDatabase } from "./renew-database";
import { asKeptOut } from "./require-fit";

export interface RenewedLogins {
  name: string;
  /** The databases whose roles have the present passwords, deleted ones that can be brought back too. */
  renewed: string[];
  failed: { databaseId: string; reason: string }[];
  /** The psql logins and pooled roles that no row names. They are dropped. */
  dropped: string[];
  /** The databases, and further roles, that aren't on the host by their rows. None of them can log in any more. */
  barred: string[];
  /** The databases' roles of which this installation knows nothing. They are left as they are. */
  unknown: string[];
}

/**
 * Gives the roles of every database on a host their present passwords, and keeps out those that came back, as after the
 * host was restored to an earlier time. The databases' sessions end. Safe to repeat. Throws `not_found`,
 * `host_unavailable`, `invalid_request` where the host refuses the provisioner.
 */
export async function renewLogins(ctx: Context, { hostId }: { hostId: string }): Promise<RenewedLogins> {
  requireOperator(ctx);
  const row = await ctx.db.host.findUnique({ where: { id: hostId }, select: { name: true } });
  if (!row) throw hostNotFound();
  const host = await ctx.hosts.get(hostId);
  const { roles } = await host.inspect().catch((error: unknown) => {
    throw asKeptOut(error);
  });
  await recordAudit(ctx, {
    ...{ organisationId: null, action: "host.renew_logins", targetId: hostId },
    data: { name: row.name },
  });
  const all: RenewedLogins = { name: row.name, renewed: [], failed: [], dropped: [], barred: [], unknown: [] };
  const rows = await ctx.db.database.findMany({
    where: { hostId },
    select: { id: true, status: true, deleted: { select: { databaseId: true } } },
    orderBy: { id: "asc" },
  });
  for (const { id, status, deleted } of rows) {
    if (status !== "ready" && deleted === null) continue;
    await add(ctx, host, all, id, async () => {
      const changed = await renewDatabase(ctx, { id, hostId });
      if (changed) all.renewed.push(id);
      return changed;
    });
  }
  const known = new Set(rows.map(({ id }) => id));
  for (const id of roles.filter((name) => isId("database", name) && !known.has(name)).sort()) {
    if (await isOfThisInstallation(ctx, { id, hostId })) {
      await add(ctx, host, all, id, () => barFormerDatabase(ctx, host, { id, hostId }));
    } else all.unknown.push(id);
  }
  return all;
}

/** Does the work for one database, and adds its outcome. Throws `host_unavailable` once the host itself is away. */
async function add(
  ctx: Context,
  host: DatabaseHost,
  all: RenewedLogins,
  databaseId: string,
  work: () => Promise<ChangedLogins | null>,
): Promise<void> {
  try {
    const changed = await work();
    all.dropped.push(...(changed?.dropped ?? []));
    all.barred.push(...(changed?.barred ?? []));
  } catch (error) {
    if (error instanceof HostUnavailableError) await host.ping();
    ctx.log.error({ err: error, databaseId }, "the logins of a database could not be renewed");
    all.failed.push({ databaseId, reason: reasonOf(error) });
  }
}

/** Returns no message of an unknown error, which may quote a statement. */
function reasonOf(error: unknown): string {
  return error instanceof ServiceError
    ? error.message
    : `Something unexpected went wrong (${codeOf(error) ?? "no code"}).`;
}
