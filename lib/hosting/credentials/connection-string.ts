import type { Context } from "@/lib/core/context";
import { openPassword } from "@/lib/hosting/databases/password";

/** `postgresql://` URL of the database's own role; role and database are called by the database's id. */
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
