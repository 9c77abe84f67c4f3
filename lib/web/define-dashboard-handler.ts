import "server-only";
import type { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { type IdKind, isId } from "@/lib/core/ids";
import type { DashboardLimitName } from "@/lib/core/rate-limits";
import type { AnsweringHandler, PathParams } from "@/lib/http/definition";
import { envelope } from "@/lib/http/envelope";
import { makeHandler } from "@/lib/http/make-handler";
import { parseJsonBody, readBytes } from "@/lib/http/read-body";
import { originDirectRejected } from "@/lib/http/request-facts";
import { type Exchange, serve } from "@/lib/http/serve";
import type { ServedRequest } from "@/lib/http/served-request";
import { toAnswer } from "@/lib/http/to-answer";
import { requireMembership } from "@/lib/people/accounts/enter-organisation";
import { findSignedInAccount } from "@/lib/people/accounts/find-session";
import type { ServiceContext } from "@/lib/runtime";
import { countUse } from "./count-use";
import { readRequestSession } from "./request-session";
import { requireSameOrigin } from "./same-origin";

interface Definition<Body> {
  /** The metrics and the log know the handler by this name. */
  operationId: string;
  /** The path segments besides `organisationId` are checked to be ids. */
  params?: Record<string, IdKind>;
  /** This limit counts besides the one of all requests. */
  limit?: DashboardLimitName;
  /** Without this, `handle` reads the request's body itself. */
  body?: { schema: z.ZodType<Body>; maxBytes: number };
}

interface Asked<Body> {
  params: Record<string, string>;
  body: Body;
  request: ServedRequest;
  /** The member's session in the dashboard. */
  sessionId: string;
}

/** Returns a value to be sent as JSON, or the response itself. */
type Handle<Body> = (ctx: ServiceContext, asked: Asked<Body>) => Promise<unknown>;

/** Refuses requests from pages of other sites and from strangers; failures have the envelope of the API. */
export function defineDashboardHandler<Body = undefined>(
  definition: Definition<Body>,
  handle: Handle<Body>,
): AnsweringHandler {
  const answer = async (exchange: Exchange, path: PathParams) => {
    const { request, runtime } = exchange;
    requireSameOrigin(request, runtime.environment.url);
    const params = checkParams(await path, definition.params);
    const { ctx, sessionId } = await enter(exchange, params.organisationId ?? "");
    await countUse(runtime.rateLimiter, "requests", ctx.actor);
    if (definition.limit) await countUse(runtime.rateLimiter, definition.limit, ctx.actor);
    const body = await readBody(request, definition);
    const output = await handle(ctx, { params, body, request, sessionId });
    return toAnswer(exchange, output ?? {}, 200);
  };
  return makeHandler((request, params) => serve(definition, request, (exchange) => answer(exchange, params), envelope));
}

interface Entered {
  ctx: ServiceContext;
  sessionId: string;
}

/** Returns the context of the calling member. Throws `unauthorized`, and `not_found` to strangers. */
async function enter({ request, runtime, ctx }: Exchange, organisationId: string): Promise<Entered> {
  if (runtime.environment.clientAddressHeader !== null && ctx.clientAddress === null) throw originDirectRejected();
  const sessionId = await readRequestSession(ctx, request);
  const account = sessionId === null ? null : await findSignedInAccount(ctx, sessionId);
  if (sessionId === null || !account) throw new ServiceError("unauthorized", "You're signed out.");
  const member = requireMembership(account, organisationId);
  const actor = { kind: "member", id: member.memberId, organisationId, role: member.role } as const;
  return { ctx: { ...ctx, actor }, sessionId };
}

function checkParams(params: Record<string, string>, kinds: Record<string, IdKind> = {}): Record<string, string> {
  for (const [name, kind] of Object.entries(kinds)) {
    if (!isId(kind, params[name] ?? ""))
      throw new ServiceError("invalid_id", `The path doesn't contain a valid ${kind} ID.`);
  }
  return params;
}

async function readBody<Body>(request: ServedRequest, { body }: Definition<Body>): Promise<Body> {
  // Without a schema, `Body` is `undefined`.
  if (!body) return undefined as Body;
  return parseJsonBody(request, await readBytes(request, body.maxBytes), body.schema);
}
