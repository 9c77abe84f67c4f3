import type { Context } from "@/lib/core/context";
import { openPassword } from "@/lib/hosting/databases/password";

const COLUMNS = {
  ...{ id: true, password: true },
  host: { select: { publicHost: true, publicPort: true, pooledHost: true, pooledPort: true, sslMode: true } },
  shellRoles: { where: { expiresAt: null }, select: { id: true } },
} as const;

/** The `postgresql://` URLs of a database, which its id names. */
interface ConnectionStrings {
  connectionString: string;
  /** The URL by way of the host's pooler; not there while the host has none, or the database no pooled role. */
  pooledConnectionString?: string;
}

export async function connectionStringsOf(ctx: Context, databaseId: string): Promise<ConnectionStrings> {
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id: databaseId }, select: COLUMNS });
  const { publicHost, publicPort, pooledHost, pooledPort, sslMode } = row.host;
  const [pooled] = row.shellRoles;
  const query = sslMode === null ? "" : `?sslmode=${encodeURIComponent(sslMode)}`;
  const urlOf = (role: string, address: string) =>
    `postgresql://${role}:${openPassword(ctx, row)}@${address}/${row.id}${query}`;
  return {
    connectionString: urlOf(row.id, `${publicHost}:${publicPort}`),
    ...(pooledHost !== null && pooled && { pooledConnectionString: urlOf(pooled.id, `${pooledHost}:${pooledPort}`) }),
  };
}

/** Returns the URL of the database's own role. */
export async function connectionStringOf(ctx: Context, databaseId: string): Promise<string> {
  return (await connectionStringsOf(ctx, databaseId)).connectionString;
}
