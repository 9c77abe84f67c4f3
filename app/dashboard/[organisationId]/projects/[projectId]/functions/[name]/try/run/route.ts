import { z } from "zod";
import type { FunctionAnswer } from "@/lib/core/ports/function-runtime";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { TryFunctionInput, tryFunction } from "@/lib/services/functions/invocations/try";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { ndjsonResponse } from "@/lib/web/ndjson-response";

const Body = TryFunctionInput.omit({ as: true }).extend({
  as: z.enum(["visitor", "server", "user"]),
  /** The ID or the email address of a user of the project, to call as. */
  user: z.string().max(254).default(""),
});
const MAX_BYTES = 4 * 1024 ** 2;

/** Calls a function and passes its answer on as it comes: a line with the head, then one for each piece of the body. */
export const POST = projectHandler(
  "dashboardTryFunction",
  { params: { name: null }, body: { schema: Body, maxBytes: MAX_BYTES } },
  async (ctx, { projectId, as: kind, user, ...asked }, { request }) => {
    const as =
      kind === "user" ? { kind, userId: (await findUserByOwner(ctx, { projectId }, user.trim())).userId } : { kind };
    const startedAt = performance.now();
    const answer = await tryFunction(ctx, { projectId, ...asked, as, signal: request.signal });
    const durationMs = () => Math.round(performance.now() - startedAt);
    return ndjsonResponse(ctx, request, async (write) => {
      const headers = answerHeaders(answer.headers, "web", ctx.functionHeaders);
      await write({ status: answer.status, headers, durationMs: durationMs() });
      let bytes = 0;
      for await (const piece of piecesOf(answer)) {
        bytes += piece.byteLength;
        await write({ piece: Buffer.from(piece).toString("base64") });
      }
      await write({ bytes, durationMs: durationMs() });
    });
  },
);

function piecesOf({ body }: FunctionAnswer): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (body === null) return [];
  return body instanceof Uint8Array ? [body] : body;
}
