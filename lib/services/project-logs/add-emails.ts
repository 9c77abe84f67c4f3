import type { Context } from "@/lib/core/context";
import type { ProjectLogEntry } from "./resource";

/** Adds the addresses that the users have now to entries that name none. */
export async function addEmails(
  ctx: Context,
  projectId: string,
  entries: readonly ProjectLogEntry[],
): Promise<ProjectLogEntry[]> {
  const ids = [...new Set(entries.flatMap(({ userId, email }) => (email === null && userId !== null ? [userId] : [])))];
  if (ids.length === 0) return [...entries];
  const users = await ctx.db.user.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, email: true },
  });
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  return entries.map((entry) => ({ ...entry, email: entry.email ?? emails.get(entry.userId ?? "") ?? null }));
}
