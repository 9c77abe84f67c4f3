import type { HeaderFields } from "@/lib/core/ports/function-runtime";
import type { FunctionContext } from "@/lib/services/functions/context";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { decodedFor } from "@/lib/services/functions/invocations/decode-answer";
import { depthOf } from "@/lib/services/functions/invocations/depth";
import { INVOKE_BYTES, invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { PlainAnswer } from "../plain-answer";
import type { ServedRequest } from "../served-request";

interface Asked {
  projectId: string;
  name: string;
  request: ServedRequest;
  rawBody: Uint8Array;
}

/** Passes a request on to a function, and its answer back as it comes. */
export async function answerInvocation(ctx: FunctionContext, { request, rawBody, ...at }: Asked): Promise<PlainAnswer> {
  const { url, method, headers, signal } = request;
  const depth = depthOf(ctx.sealer, headers);
  const passed = { url, method, headers: [...headers], signal, body: rawBody };
  const answer = await invokeFunction(ctx, { ...at, request: passed, depth });
  const { body, status, headers: given } = decodedFor(headers.get("accept-encoding"), answer);
  return new PlainAnswer(body, status, joined(answerHeaders(given, "api", ctx.functionHeaders)));
}

/** Fields of one name are a list (RFC 9110 section 5.3); Set-Cookie, which isn't, doesn't come here. */
function joined(fields: HeaderFields): Record<string, string> {
  // A function may name a field as any object has a property.
  const record = new Map<string, string>();
  for (const [name, value] of fields) {
    const before = record.get(name);
    record.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(record);
}

export { INVOKE_BYTES };
