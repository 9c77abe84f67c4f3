import type { Context } from "@/lib/core/context";
import { type ListDeploysInput, listDeploys } from "@/lib/services/deploys/list";
import { watchDeploys } from "@/lib/services/deploys/watch";
import type { ServedRequest } from "../served-request";
import { eventStream, wantsEventStream } from "./event-stream";

/** Answers with the list or, where the request asks for events, with the list and its changes. */
export async function answerDeploys(
  ctx: Context,
  { request, ...input }: ListDeploysInput & { request: ServedRequest },
) {
  if (!wantsEventStream(request)) return listDeploys(ctx, input);
  return eventStream(ctx, request, "deploy", (send, signal) => watchDeploys(ctx, input, send, signal));
}
