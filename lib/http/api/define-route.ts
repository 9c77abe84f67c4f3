import { requirePermission } from "@/lib/core/access/require-permission";
import { notePath } from "@/lib/core/request-subject";
import { requireConfigured } from "@/lib/core/require-configured";
import {
  type AnyVerb,
  type PathParams,
  type RouteDefinition,
  type RouteHandler,
  successStatus,
  type Verb,
} from "../definition";
import { envelope } from "../envelope";
import type { Answer } from "../plain-answer";
import { readBytes } from "../read-body";
import { originDirectRejected } from "../request-facts";
import { type Exchange, makeHandler, serve } from "../serve";
import type { ServedRequest } from "../served-request";
import { postgresEnvelope } from "../sql/postgres-envelope";
import { ANY_ORIGIN } from "../sql/sql-routes";
import { toAnswer } from "../to-answer";
import { answerOnce } from "./answer-once";
import { authenticate } from "./authenticate";
import { corsHeaders, requireOwnOrigin } from "./cors";
import { countRequest } from "./count-request";
import { mayReadMetrics } from "./metrics-token";
import { requireOwnProject, requireProjectGates } from "./project-gates";
import { readInput } from "./read-input";

/** Next gives a rest of the path in parts, which a route takes from the address instead (`tail`). */
interface RestHandler {
  (request: ServedRequest, route: { params: Promise<Record<string, string | string[]>> }): Promise<Response>;
  answer: RouteHandler["answer"];
  definition: RouteDefinition;
}

/** Checks authentication, size, rate limit, gates, path and body in this order before the verb runs. */
export function defineRoute<Output>(definition: RouteDefinition, verb: Verb<Output>): RestHandler {
  const handler = makeHandler((request, params) =>
    serve(
      definition,
      request,
      (exchange) => answer(exchange, definition, verb as AnyVerb, params),
      definition.isPostgres ? postgresEnvelope : envelope,
    ),
  );
  return Object.assign(handler, { definition }) as RestHandler;
}

async function answer(
  exchange: Exchange,
  definition: RouteDefinition,
  verb: AnyVerb,
  path: PathParams,
): Promise<Answer> {
  const { request, runtime, ctx, headers } = exchange;
  const params = definition.params ? await path : {};
  notePath(ctx, params);
  if (definition.anyOrigin) Object.assign(headers, ANY_ORIGIN);
  if (definition.takesUsers) Object.assign(headers, await corsHeaders(exchange));
  const { actor, project } = await authenticate(exchange, definition, params);
  ctx.actor = actor;
  if (definition.takesUsers && project) await requireOwnOrigin(exchange, project.id);
  if (definition.needs) requireConfigured(ctx, definition.needs);
  const bytes = definition.maxBytes ? await readBytes(request, definition.maxBytes) : new Uint8Array();
  if (definition.resource) {
    if (runtime.environment.mode === "production" && ctx.clientAddress === null) throw originDirectRejected();
    Object.assign(headers, await countRequest(runtime.rateLimiter, definition.resource, ctx));
  }
  if (definition.permission) requirePermission(actor, definition.permission);
  const { projectId } = params;
  if (project) requireProjectGates(definition, actor, project, { method: request.method, projectId });
  const input = readInput(definition, request, params, bytes);
  if (definition.toldOfMetricsToken)
    input.readsMetrics = mayReadMetrics(runtime.environment, request.headers.get("authorization"));
  if (project) requireOwnProject(project, projectId);
  const work = async () => toAnswer(exchange, await verb(ctx, input), successStatus(definition));
  return answerOnce(exchange, definition, bytes, work);
}
