import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";

/** A row of a host that no placement picks, with a sealed URL that leads nowhere. */
export async function insertHost(
  ctx: Context,
  options: { provisionerUrl?: string; capacity?: number; name?: string } = {},
) {
  const id = createId("host", ctx.random);
  const url = options.provisionerUrl ?? "postgresql://provisioner:unused@127.0.0.1:1/postgres";
  return ctx.db.host.create({
    data: {
      id,
      name: options.name ?? `h-${id.slice(-12)}`,
      status: "draining",
      provisionerUrl: ctx.sealer.seal(url, { table: "host", column: "provisioner_url", rowId: id }),
      publicHost: "db.example",
      publicPort: 5432,
      capacity: options.capacity ?? 10,
      serverVersionNum: 180_007,
    },
  });
}

/** A row of a database that exists on no host. */
export async function insertDatabase(
  ctx: Context,
  row: { organisationId: string; hostId: string; status?: string; parentDatabaseId?: string },
) {
  const id = createId("database", ctx.random);
  return ctx.db.database.create({
    data: {
      id,
      name: id.slice(-12),
      status: "ready",
      hostKind: "shared",
      password: ctx.sealer.seal(`password of ${id}`, { table: "database", column: "password", rowId: id }),
      ...row,
    },
  });
}
