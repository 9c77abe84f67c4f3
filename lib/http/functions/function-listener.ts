import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Logger } from "pino";
import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import {
  Asked,
  ENVELOPE_HEADER,
  FUNCTION_PATHS,
  fromEnvelope,
  Retired,
  Taught,
  toEnvelope,
} from "@/lib/core/function-wire";
import { createId } from "@/lib/core/ids";
import type { FunctionProgram, FunctionRuntime } from "@/lib/core/ports/function-runtime";
import type { Runtime } from "@/lib/runtime";
import { toServiceError } from "../to-service-error";
import { KnownPrograms } from "./known-programs";

const Keyed = z.object({ key: z.string() });

/**
 * Answers the requests of other processes over the Unix socket, which nothing else reaches, and leaves the rest to
 * `others`.
 */
export function listenForFunctions(
  { functions, log, random }: Pick<Runtime, "functions" | "log" | "random">,
  others: RequestListener,
): RequestListener {
  const programs = new KnownPrograms();
  const noting = { log, newRequestId: () => createId("request", random) };
  const answers: Record<string, (body: unknown) => Promise<object>> = {
    [FUNCTION_PATHS.know]: async (body) => ({ isKnown: programs.find(Keyed.parse(body).key) !== null }),
    [FUNCTION_PATHS.teach]: async (body) => {
      programs.learn(Taught.parse(body));
      return {};
    },
    [FUNCTION_PATHS.state]: async () => ({ ...(await functions.standing()) }),
    [FUNCTION_PATHS.tryStart]: async (body) => {
      await functions.tryStart(requireKnown(programs, Keyed.parse(body).key));
      return {};
    },
    [FUNCTION_PATHS.retire]: async (body) => {
      const { versionId, afterMilliseconds } = Retired.parse(body);
      await functions.retire(versionId, afterMilliseconds);
      return {};
    },
  };
  return (request, response) => {
    const path = request.url ?? "";
    const isInside = request.socket.remoteAddress === undefined;
    if (isInside && path === FUNCTION_PATHS.invoke) {
      void refusing(noting, request, response, () => invoke(functions, programs, request, response));
    } else if (isInside && answers[path]) {
      void refusing(
        noting,
        request,
        response,
        async () => void response.end(JSON.stringify(await answers[path]?.(await json(request)))),
      );
    } else others(request, response);
  };
}

async function invoke(
  functions: FunctionRuntime,
  programs: KnownPrograms,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { key, method, url, headers, ...rest } = fromEnvelope(Asked, request.headers[ENVELOPE_HEADER]);
  const program = requireKnown(programs, key);
  const gone = new AbortController();
  // An answer that was sent to its end closes too, and to abort then costs as much as a small call.
  response.once("close", () => response.writableFinished || gone.abort());
  const hasBody = method !== "GET" && method !== "HEAD";
  if (!hasBody) request.resume();
  const asked = { method, url, headers, body: hasBody ? request : null, signal: gone.signal };
  const answer = await functions.invoke(program, { ...rest, request: asked });
  response.writeHead(200, { [ENVELOPE_HEADER]: toEnvelope({ status: answer.status, headers: answer.headers }) });
  if (!(answer.body instanceof Readable)) return void response.end(answer.body);
  response.flushHeaders();
  await pipeline(answer.body, response);
}

/** The process was started anew since it was told. */
function requireKnown(programs: KnownPrograms, key: string): FunctionProgram {
  const program = programs.find(key);
  if (program) return program;
  throw new ServiceError("function_unavailable", "The function is being started. Try again.", { retryAfterSeconds: 1 });
}

async function refusing(
  { log, newRequestId }: { log: Logger; newRequestId: () => string },
  request: IncomingMessage,
  response: ServerResponse,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { code, message, retryAfterSeconds } = toServiceError(error);
    // A caller that is gone isn't a failure of this process.
    const isOwn = code === "internal_error" && !response.closed;
    const requestId = isOwn ? newRequestId() : undefined;
    if (isOwn) {
      const operation = request.url?.slice(1);
      log.error({ err: withoutText(error), code, requestId, operation, ...invocationOf(request) }, "request failed");
    }
    if (response.headersSent) return void response.destroy();
    response.writeHead(500).end(JSON.stringify({ code, message, retryAfterSeconds, requestId }));
  }
}

/** A parser quotes the text it can't read, which may be a program with its secrets. */
function withoutText(error: unknown): unknown {
  return error instanceof SyntaxError ? new Error("The request isn't JSON.") : error;
}

/** Returns by which id the log of the function names the call. */
function invocationOf(request: IncomingMessage): { invocationId?: string } {
  try {
    return { invocationId: fromEnvelope(Asked, request.headers[ENVELOPE_HEADER]).id };
  } catch {
    return {};
  }
}
