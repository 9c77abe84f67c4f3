import "server-only";
import type { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { type IdKind, isId } from "@/lib/core/ids";
import type { DashboardLimitName } from "@/lib/core/rate-limits";
import type { AnsweringHandler, PathParams } from "@/lib/http/definition";
import { envelope } from "@/lib/http/envelope";
import { parseJsonBody, readBytes } from "@/lib/http/read-body";
import { originDirectRejected } from "@/lib/http/request-facts";
import { type Exchange, makeHandler, serve } from "@/lib/http/serve";
import type { ServedRequest } from "@/lib/http/served-request";
import { toAnswer } from "@/lib/http/to-answer";
import { requireMembership } from "@/lib/people/accounts/enter-organisation";
import { findSignedInAccount } from "@/lib/people/accounts/find-session";
import type { ServiceContext } from "@/lib/runtime";
import { countUse } from "./count-use";
import { readRequestSession } from "./request-session";
import { requireSameOrigin } from "./same-origin";

type Segments = Readonly<Record<string, IdKind | null>>;

interface Definition<Further extends Segments, Body> {
  /** The further segments of the path are ids of these kinds; the verb checks one of `null` itself. */
  params?: Further;
  /** This limit counts besides the one of all requests. */
  limit?: DashboardLimitName;
  /** Without this, `handle` reads the request's body itself. */
  body?: { schema: z.ZodType<Body>; maxBytes: number };
}

type Place<Names extends PropertyKey> = Record<Names | "organisationId", string>;

interface Asked {
  request: ServedRequest;
  /** The member's session in the dashboard. */
  sessionId: string;
}

/**
 * Returns a function that defines handlers on a kind of place in an organisation. `handle`, which may be a verb, gets
 * the ids of the path and the fields of the body. It returns a value to be sent as JSON, or the response itself. The
 * metrics and the log know a handler by its `operationId`. Requests from pages of other sites and from strangers are
 * refused; failures have the envelope of the API.
 */
function handlersOn<const Ids extends Segments>(ids: Ids) {
  return <const Further extends Segments = Record<never, null>, Body extends object = object>(
    operationId: string,
    definition: Definition<Further, Body>,
    handle: (
      ctx: ServiceContext,
      input: NoInfer<Body> & Place<keyof Ids | keyof NoInfer<Further>>,
      asked: Asked,
    ) => Promise<unknown>,
  ): AnsweringHandler => {
    const answer = async (exchange: Exchange, path: PathParams) => {
      const { request, runtime } = exchange;
      requireSameOrigin(request, runtime.environment.url);
      const params = checkParams(await path, { ...ids, ...definition.params });
      const { ctx, sessionId } = await enter(exchange, params.organisationId ?? "");
      await countUse(runtime.rateLimiter, "requests", ctx.actor);
      if (definition.limit) await countUse(runtime.rateLimiter, definition.limit, ctx.actor);
      const body = await readBody(request, definition);
      const input = { ...body, ...params } as NoInfer<Body> & Place<keyof Ids | keyof NoInfer<Further>>;
      return toAnswer(exchange, (await handle(ctx, input, { request, sessionId })) ?? {}, 200);
    };
    return makeHandler((request, params) =>
      serve({ operationId }, request, (exchange) => answer(exchange, params), envelope),
    );
  };
}

export const organisationHandler = handlersOn({});

export const projectHandler = handlersOn({ projectId: "project" });

export const databaseHandler = handlersOn({ databaseId: "database" });

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

/** Returns the organisation and these segments of the path. Throws `invalid_id`. */
function checkParams(params: Record<string, string>, segments: Segments): Record<string, string> {
  const read = Object.entries(segments).map(([name, kind]) => {
    const value = params[name] ?? "";
    if (kind !== null && !isId(kind, value)) {
      throw new ServiceError("invalid_id", `The path doesn't contain a valid ${kind} ID.`);
    }
    return [name, value] as const;
  });
  return { organisationId: params.organisationId ?? "", ...Object.fromEntries(read) };
}

async function readBody<Body>(request: ServedRequest, { body }: Pick<Definition<Segments, Body>, "body">) {
  return body && parseJsonBody(request, await readBytes(request, body.maxBytes), body.schema);
}
