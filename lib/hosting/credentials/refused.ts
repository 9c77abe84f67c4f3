import type { Context } from "@/lib/core/context";

/**
 * Returns whether the host refuses the password of the database's role, or of another one that may connect to it. A host
 * that does not answer says nothing.
 */
export async function isRefused(
  ctx: Context,
  database: { id: string; hostId: string },
  password: string,
  role?: string,
): Promise<boolean> {
  try {
    const host = await ctx.hosts.get(database.hostId);
    return !(await host.acceptsPassword(database.id, password, role));
  } catch (error) {
    ctx.log.debug({ err: error, databaseId: database.id }, "the password of a database could not be tried");
    return false;
  }
}
