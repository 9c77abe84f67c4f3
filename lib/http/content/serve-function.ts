import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { actorSubject, noteSubject } from "@/lib/core/request-subject";
import { KEY_PREFIX } from "@/lib/core/service";
import { authenticateServerKey } from "@/lib/http/api/authenticate-server-key";
import { authenticateUser, isUserToken } from "@/lib/http/api/authenticate-user";
import { requireOwnOrigin } from "@/lib/http/api/cors";
import { RawFields } from "@/lib/http/raw-fields";
import { readIncoming } from "@/lib/http/read-body";
import type { ServiceContext } from "@/lib/runtime";
import { answerHeaders } from "@/lib/services/functions/invocations/answer-headers";
import { decodedFor } from "@/lib/services/functions/invocations/decode-answer";
import { depthOf } from "@/lib/services/functions/invocations/depth";
import { INVOKE_BYTES, invokeFunction } from "@/lib/services/functions/invocations/invoke";
import { preflightFunction } from "@/lib/services/functions/invocations/preflight";
import { FUNCTION_NAME } from "@/lib/services/functions/names";
import { isPreflight, preflightHeaders } from "../preflight";
import { addReadableBy, FUNCTION_METHODS } from "./function-cors";

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
  noteSubject(ctx, { projectId });
  const { origin } = incoming.headers;
  if (origin !== undefined && isPreflight(incoming)) {
    const answers = await preflightFunction(ctx, { projectId, name, origin });
    if (answers === "service") {
      const asked = incoming.headers["access-control-request-headers"];
      return void response.writeHead(204, preflightHeaders(asked, { origin, methods: FUNCTION_METHODS })).end();
    }
  }
  const gone = new AbortController();
  // An answer that was sent to its end closes too, and to abort then costs as much as a small call.
  response.once("close", () => response.writableFinished || gone.abort());
  const headers = new RawFields(incoming.rawHeaders);
  const { method, body } = await readRequest(incoming);
  const request = { method, url: url.href, headers: headers.fields, body, signal: gone.signal };
  const acting = { ...ctx, actor: await callingActor(ctx, { headers }, projectId) };
  noteSubject(ctx, actorSubject(acting.actor));
  const depth = depthOf(ctx.sealer, headers);
  const given = await invokeFunction(acting, { projectId, name, request, depth, isAtWebAddress: true });
  const answer = decodedFor(headers.get("accept-encoding"), given);
  const fields = answerHeaders(answer.headers, "web", ctx.functionHeaders);
  if (origin !== undefined) await addReadableBy(ctx, fields, { projectId, origin });
  response.writeHead(answer.status, fields.flat());
  if (!(answer.body instanceof Readable)) return void response.end(answer.body);
  response.flushHeaders();
  await pipeline(answer.body, response).catch(() => void response.destroy());
}

/** Throws `websocket_unsupported`. Without the protocol that was asked for, its client can't use an answer. */
export function requirePlain({ headers }: IncomingMessage): void {
  if (headers.upgrade?.toLowerCase() !== "websocket") return;
  throw new ServiceError("websocket_unsupported", "Functions don't take WebSockets. Use realtime, or plain requests.");
}

/**
 * The runtime ends a call that takes longer than the plan allows, which is longer than a connection may be still
 * elsewhere.
 */
export function waitLonger({ socket }: IncomingMessage, response: ServerResponse): void {
  const usual = socket.timeout ?? 0;
  socket.setTimeout(PATIENCE_MILLISECONDS);
  response.once("close", () => socket.setTimeout(usual));
}

async function readRequest(incoming: IncomingMessage): Promise<{ method: string; body: Uint8Array | null }> {
  const { method = "GET" } = incoming;
  if (!METHODS.has(method)) {
    throw new ServiceError("method_not_allowed", "Functions don't take this method.", {
      headers: { Allow: [...METHODS].join(", ") },
    });
  }
  if (method !== "GET" && method !== "HEAD") return { method, body: await readIncoming(incoming, INVOKE_BYTES) };
  incoming.resume();
  return { method, body: null };
}

/** Returns the actor: anonymous without a key or token of the service's; other values of Authorization are ignored. */
async function callingActor(
  ctx: ServiceContext,
  request: { headers: RawFields },
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
