import type { Context } from "@/lib/core/context";
import { openPassword } from "@/lib/hosting/databases/password";

/** Returns the `postgresql://` URL of the database's own role. Role and Postgres database are named by its id. */
export async function connectionStringOf(ctx: Context, databaseId: string): Promise<string> {
  const row = await ctx.db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: {
      id: true,
      password: true,
      host: { select: { publicHost: true, publicPort: true, sslMode: true } },
    },
  });
  const { publicHost, publicPort, sslMode } = row.host;
  const query = sslMode === null ? "" : `?sslmode=${encodeURIComponent(sslMode)}`;
  return `postgresql://${row.id}:${openPassword(ctx, row)}@${publicHost}:${publicPort}/${row.id}${query}`;
}
