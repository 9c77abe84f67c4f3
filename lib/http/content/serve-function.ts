import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import { hasSmallBody } from "@/lib/core/small-body";
import { authenticateServerKey } from "@/lib/http/api/authenticate-server-key";
import { authenticateUser, isUserToken } from "@/lib/http/api/authenticate-user";
import { requireOwnOrigin } from "@/lib/http/api/cors";
import { readBytes } from "@/lib/http/read-body";
import type { ServiceContext } from "@/lib/runtime";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { depthOf } from "@/lib/services/functions/invocations/depth";
import { INVOKE_BYTES, invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { preflightFunction } from "@/lib/services/functions/invocations/preflight";
import { FUNCTION_NAME } from "@/lib/services/functions/names";
import { addReadableBy, FUNCTION_METHODS, isPreflight, preflightHeaders } from "./function-cors";

const ADDRESS = /^\/f\/([^/]+)\/([^/]+)(?:\/|$)/;
const PATIENCE_MILLISECONDS = 180_000;
/** The methods that fetch knows; a function would never see others. */
const METHODS: ReadonlySet<string> = new Set(FUNCTION_METHODS);

export function isFunctionAddress(pathname: string): boolean {
  return ADDRESS.test(pathname);
}

/** Answers a request at a function's web address, which needs no key where the function is public. */
export async function serveFunction(
  ctx: ServiceContext,
  incoming: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const [, projectId = "", name = ""] = ADDRESS.exec(url.pathname) ?? [];
  if (!isId("project", projectId) || !FUNCTION_NAME.test(name)) {
    throw new ServiceError("not_found", "There's nothing at this path.");
  }
  const { origin } = incoming.headers;
  if (origin !== undefined && isPreflight(incoming)) {
    const answers = await preflightFunction(ctx, { projectId, name, origin });
    if (answers === "service") return void response.writeHead(204, preflightHeaders(incoming, origin)).end();
  }
  waitLonger(incoming, response);
  const gone = new AbortController();
  // An answer that was sent to its end closes too, and to abort then costs as much as a small call.
  response.once("close", () => response.writableFinished || gone.abort());
  const request = await toRequest(incoming, url, gone.signal);
  const acting = { ...ctx, actor: await callingActor(ctx, request, projectId) };
  const depth = depthOf(ctx.sealer, request.headers);
  const answer = await invokeFunction(acting, { projectId, name, request, depth, isAtWebAddress: true });
  const headers = answerHeaders(answer.headers, "web");
  if (origin !== undefined) await addReadableBy(ctx, headers, { projectId, origin });
  response.writeHead(answer.status, Object.fromEntries(headers));
  if (answer.body === null || incoming.method === "HEAD") return void response.end();
  if (hasSmallBody(answer)) return void response.end(new Uint8Array(await answer.arrayBuffer()));
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => void response.destroy());
}

/** The runtime ends what takes longer than the plan allows, which is longer than a connection may be still elsewhere. */
function waitLonger({ socket }: IncomingMessage, response: ServerResponse): void {
  const usual = socket.timeout ?? 0;
  socket.setTimeout(PATIENCE_MILLISECONDS);
  response.once("close", () => socket.setTimeout(usual));
}

async function toRequest(incoming: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
  const { method = "GET", rawHeaders } = incoming;
  if (!METHODS.has(method)) {
    throw new ServiceError("method_not_allowed", "Functions don't take this method.", {
      headers: { Allow: [...METHODS].join(", ") },
    });
  }
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  if (method === "GET" || method === "HEAD") {
    incoming.resume();
    return new Request(url, { method, headers, signal });
  }
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const sent = new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
  const bytes = (await readBytes(sent, INVOKE_BYTES)) as Uint8Array<ArrayBuffer>;
  return new Request(url, { method, headers, signal, body: bytes });
}

/** Whoever sends no key or token of the service's calls as anybody; what else is in Authorization stays behind. */
async function callingActor(
  ctx: ServiceContext,
  request: Request,
  projectId: string,
): Promise<ServiceContext["actor"]> {
  const [, secret = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const isKey = isSecretText(KEY_PREFIX.server, secret) || isSecretText(KEY_PREFIX.publicAuth, secret);
  if (!isKey && !isUserToken(request)) return ctx.actor;
  const { actor, project } = isUserToken(request)
    ? await authenticateUser(ctx, request, projectId)
    : await authenticateServerKey(ctx, request);
  await requireOwnOrigin({ request, ctx }, project.id);
  return actor;
}
