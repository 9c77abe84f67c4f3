import { setTimeout as delay } from "node:timers/promises";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { READ_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { type ListFunctionLogsInput, listFunctionLogs } from "./list";
import type { FunctionLogEntry } from "./resource";

/** The time between two readings of the list, in milliseconds. */
const INTERVAL_MS = 1_000;
/** A watch ends after this time: a member who is still allowed to begins another one. In milliseconds. */
const LONGEST_MS = 600_000;
/** Entries that are written at the same time by two processes may become visible in another order. */
const REMEMBERED = 2_000;

/**
 * Gives `tell` the entries of the list, oldest first, then each that is written, until the signal aborts. Throws the
 * errors that
 * `listFunctionLogs` throws, also when the caller may no longer see them, and `project_suspended`: the log of such a
 * project can be read, but not followed.
 */
export async function watchFunctionLogs(
  ctx: FunctionContext,
  input: ListFunctionLogsInput,
  tell: (entry: FunctionLogEntry | null) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let told = new Set<string>();
  let { limit } = input;
  const until = performance.now() + LONGEST_MS;
  do {
    await requireActiveProject(ctx, input.projectId, READ_FUNCTIONS);
    const { items } = await listFunctionLogs(ctx, { ...input, limit });
    const news = items.filter(({ id }) => !told.has(id)).reverse();
    for (const entry of news) {
      told.add(entry.id);
      await tell(entry);
    }
    told = new Set([...told].slice(-REMEMBERED));
    limit = 1_000;
    // A reader that is gone is noticed by a write alone.
    if (news.length === 0) await tell(null);
    await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  } while (!signal.aborted && performance.now() < until);
}
