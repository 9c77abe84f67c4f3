import { READ_FUNCTIONS } from "@/lib/services/functions/access";
import type { FunctionContext } from "@/lib/services/functions/context";
import { type ListFunctionLogsInput, listFunctionLogs } from "@/lib/services/functions/logs/list";
import { watchFunctionLogs } from "@/lib/services/functions/logs/watch";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import type { ServedRequest } from "../served-request";
import { eventStream, wantsEventStream } from "./event-stream";

/** A stream ends after this time, in milliseconds: a caller who is still allowed to begins another one. */
const LONGEST_MS = 600_000;

type Asked = ListFunctionLogsInput & { request: ServedRequest };

/** Answers with the list or, where the request asks for events, with the list and the entries that follow. */
export async function answerFunctionLogs(ctx: FunctionContext, { request, ...input }: Asked) {
  if (!wantsEventStream(request)) return listFunctionLogs(ctx, input);
  // A caller without the right to read logs is refused before the stream begins.
  await requireActiveProject(ctx, input.projectId, READ_FUNCTIONS);
  await listFunctionLogs(ctx, { ...input, limit: 1 });
  return eventStream(ctx, request, "log", (send, signal) =>
    watchFunctionLogs(ctx, input, send, { signal, longestMs: LONGEST_MS }),
  );
}
