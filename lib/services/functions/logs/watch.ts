import { followEntries } from "@/lib/core/follow-entries";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { READ_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { type ListFunctionLogsInput, listFunctionLogs } from "./list";
import type { FunctionLogEntry } from "./resource";

/**
 * Gives `tell` the entries of the list, oldest first, then each that is written, until the signal aborts or the time is
 * over. Throws the errors that `listFunctionLogs` throws, also when the caller may no longer see them, and `project_suspended`: the log of
 * such a project can be read, but not followed.
 */
export async function watchFunctionLogs(
  ctx: FunctionContext,
  input: ListFunctionLogsInput,
  tell: (entry: FunctionLogEntry | null) => Promise<void>,
  following: { signal: AbortSignal; longestMs?: number },
): Promise<void> {
  const read = async (limit: number) => {
    await requireActiveProject(ctx, input.projectId, READ_FUNCTIONS);
    return (await listFunctionLogs(ctx, { ...input, limit })).items;
  };
  await followEntries({ read, keyOf: ({ id }) => id, tell }, { limit: input.limit, ...following });
}
