import { isId } from "@/lib/core/ids";
import { PROJECT_ID_HEADER } from "@/lib/core/service";
import type { UserContext } from "@/lib/sign-in/context";
import type { SignInError } from "@/lib/sign-in/errors";
import { type RefusedStep, recordRefusal } from "@/lib/sign-in/events/record-refusal";
import type { SignInRouteDefinition } from "../definition";
import { readBytes } from "../read-body";
import type { Exchange } from "../serve";
import type { ServedRequest } from "../served-request";
import { readVisitor } from "./enter";
import { typedEmailOf } from "./read-input";

/** A body of a sign-in is far smaller; a longer one is not read for its address alone. */
const MOST_BYTES = 4_096;

/** Every route without a step of its own works with a session. */
const WITH_A_SESSION: RefusedStep = { kind: "session.use" };

/** Records why a request of a known project was refused. A failure to record changes nothing of the answer. */
export async function noteRefusal(
  exchange: Exchange,
  definition: SignInRouteDefinition,
  entered: UserContext | null,
  error: SignInError,
): Promise<void> {
  const { operationId, signIn } = definition;
  try {
    const ctx = entered ?? (error.code === "INVALID_PUBLIC_KEY" ? await nameProject(exchange, definition) : null);
    if (ctx === null) return;
    await recordRefusal(ctx, signIn.refusedAs ?? WITH_A_SESSION, error, () => readTypedEmail(exchange.request));
  } catch (cause) {
    const { requestId } = exchange.ctx;
    exchange.runtime.log.error({ err: cause, requestId, operation: operationId }, "a refusal was not recorded");
  }
}

/** The keys that a project refuses are of anyone who knows its id, so all of them together have a limit. */
const RECORDED_KEYS = { name: "recorded-public-keys", limit: 120, windowSeconds: 60 };

/** Returns the context of a request that names a project and was refused for its key; `null` beyond the limit. */
async function nameProject(exchange: Exchange, definition: SignInRouteDefinition): Promise<UserContext | null> {
  const { ctx, request } = exchange;
  const projectId = request.headers.get(PROJECT_ID_HEADER) ?? "";
  if (!isId("project", projectId)) return null;
  const project = await ctx.signIn.projects.find(projectId);
  if (!project || !(await ctx.rateLimiter.consume(RECORDED_KEYS, projectId)).allowed) return null;
  return { ...ctx, ...readVisitor(exchange, definition, projectId), project, session: null };
}

/** Reads the address from a request that was refused before its body was read. */
async function readTypedEmail(request: ServedRequest): Promise<string | null> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (request.bodyUsed || request.method !== "POST" || !(length <= MOST_BYTES)) return null;
  try {
    const text = new TextDecoder().decode(await readBytes(request, MOST_BYTES));
    return typedEmailOf(text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)));
  } catch {
    return null;
  }
}
