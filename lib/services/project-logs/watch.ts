import type { Context } from "@/lib/core/context";
import { followEntries } from "@/lib/core/follow-entries";
import { type ListProjectLogInput, listProjectLog } from "./list";
import type { ProjectLogEntry } from "./resource";

/**
 * Gives `tell` the newest entries of a project's log, oldest first, then each that is written, until the signal aborts.
 * Throws as `listProjectLog` does, also when the caller may no longer see it.
 */
export async function watchProjectLog(
  ctx: Context,
  { limit = 100, ...input }: Omit<ListProjectLogInput, "before">,
  tell: (entry: ProjectLogEntry | null) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const read = async (most: number) => (await listProjectLog(ctx, { ...input, limit: most })).items;
  await followEntries({ read, keyOf: ({ source, id }) => `${source} ${id}`, tell }, { limit, signal });
}
