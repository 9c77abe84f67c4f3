import { Readable } from "node:stream";
import type { FunctionContext } from "@/lib/services/functions/context";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { depthOf } from "@/lib/services/functions/invocations/depth";
import { INVOKE_BYTES, invokeFunction } from "@/lib/services/functions/invocations/invoke";

interface Asked {
  projectId: string;
  name: string;
  request: Request;
  rawBody: Uint8Array;
}

/** Passes a request on to a function, and its answer back as it comes. */
export async function answerInvocation(ctx: FunctionContext, { request, rawBody, ...at }: Asked): Promise<Response> {
  const { url, method, headers, signal } = request;
  const depth = depthOf(ctx.sealer, headers);
  const passed = { url, method, headers: [...headers], signal, body: rawBody };
  const { body, status, headers: given } = await invokeFunction(ctx, { ...at, request: passed, depth });
  const sent = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body;
  return new Response(sent as BodyInit | null, { status, headers: answerHeaders(given, "api") });
}

export { INVOKE_BYTES };
