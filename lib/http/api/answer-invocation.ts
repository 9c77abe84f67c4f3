import { Readable } from "node:stream";
import type { HeaderFields } from "@/lib/core/ports/function-runtime";
import type { FunctionContext } from "@/lib/services/functions/context";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { depthOf } from "@/lib/services/functions/invocations/depth";
import { INVOKE_BYTES, invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { OwnAnswer } from "../to-response";

interface Asked {
  projectId: string;
  name: string;
  request: Request;
  rawBody: Uint8Array;
}

/** Passes a request on to a function, and its answer back as it comes. */
export async function answerInvocation(ctx: FunctionContext, { request, rawBody, ...at }: Asked): Promise<OwnAnswer> {
  const { url, method, headers, signal } = request;
  const depth = depthOf(ctx.sealer, headers);
  const passed = { url, method, headers: [...headers], signal, body: rawBody };
  const { body, status, headers: given } = await invokeFunction(ctx, { ...at, request: passed, depth });
  const sent = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body;
  return new OwnAnswer(sent as BodyInit | null, status, joined(answerHeaders(given, "api")));
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
