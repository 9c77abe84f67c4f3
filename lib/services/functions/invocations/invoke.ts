import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { addressBucket } from "@/lib/core/address-bucket";
import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { functionNotFound, projectNotFound } from "@/lib/core/not-found";
import { planLimits } from "@/lib/core/plans";
import type { FunctionAnswer, FunctionRequest } from "@/lib/core/ports/function-runtime";
import { VISITOR_INVOKE_LIMIT } from "@/lib/core/rate-limits";
import { noteSubject } from "@/lib/core/request-subject";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { projectSuspended, requireServerKeyScope } from "@/lib/sign-in/project-keys/authorise";
import { type FunctionAddress, featureDisabled } from "../access";
import type { FunctionContext } from "../context";
import { callerOf, encodeCaller, type FunctionCaller } from "./caller";
import { inSpan } from "./in-span";
import { type FoundProgram, findProgram, toProgram } from "./program";
import { isForFunction } from "./request-headers";

export const INVOKE_BYTES = 6 * 1024 ** 2;
export const INVOCATION_HEADER = "x-coppice-invocation";

/** A function that calls itself would otherwise go on for ever. */
const MOST_DEPTH = 4;

interface InvokeInput extends FunctionAddress {
  request: FunctionRequest;
  /** The number of functions that asked one another to get here. */
  depth: number;
  /** Whether it came to the function's web address, which can be switched off. */
  isAtWebAddress?: boolean;
}

/**
 * Answers as the function does, with nothing of its answer left out. The caller's right is looked at before the plan's
 * limit, so that nobody else can use it up (docs/decisions/120). Throws `project_not_found`, `project_suspended`,
 * `feature_disabled`, `function_not_found`, `missing_permission`, `rate_limited`, and the errors of the runtime.
 */
export async function invokeFunction(
  ctx: FunctionContext,
  { request, depth, isAtWebAddress = false, ...at }: InvokeInput,
): Promise<FunctionAnswer> {
  const found = await findProgram(ctx, at);
  if (!found || ("projectId" in ctx.actor && ctx.actor.projectId !== at.projectId)) throw projectNotFound();
  await countVisitor(ctx);
  if (found.status !== "active") throw projectSuspended();
  if (!found.isOn) throw featureDisabled();
  const { access, functionId, versionId } = found;
  if (functionId === null || versionId === null) throw functionNotFound();
  noteSubject(ctx, { functionName: at.name });
  if (isAtWebAddress && !found.hasWebAddress) throw functionNotFound();
  await requireAccess(ctx, found.projectId, access);
  return runProgram(ctx, found, { name: at.name, request, depth, caller: callerOf(ctx) });
}

interface Run {
  /** The function's. */
  name: string;
  request: FunctionRequest;
  depth: number;
  caller: FunctionCaller;
}

/** Runs a function for callers who may call it, and counts it against the plan. */
export async function runProgram(ctx: FunctionContext, found: FoundProgram, run: Run): Promise<FunctionAnswer> {
  const program = toProgram(ctx, found);
  if (!program) throw functionNotFound();
  if (run.depth > MOST_DEPTH) {
    throw new ServiceError("rate_limited", `Functions can call one another at most ${MOST_DEPTH} deep.`);
  }
  await countInvoke(ctx, found);
  const id = createId("invocation", ctx.random);
  noteSubject(ctx, { invocationId: id });
  const given = { id, request: withoutSecrets(run.request), depth: run.depth, caller: encodeCaller(run.caller) };
  const trigger = run.caller.kind === "schedule" ? "timer" : "http";
  const invoked = { projectId: found.projectId, name: run.name, trigger } as const;
  try {
    const answer = await inSpan(ctx, invoked, given, (invocation) => ctx.functions.invoke(program, invocation));
    const own = answer.headers.filter(([name]) => name !== INVOCATION_HEADER);
    return { ...answer, headers: [...own, [INVOCATION_HEADER, id]] };
  } catch (error) {
    throw error instanceof ServiceError ? withInvocation(error, id) : error;
  }
}

/** Everyone who opens an app has its public key, so requests of strangers count per address. */
async function countVisitor(ctx: FunctionContext): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "anonymous" && actor.kind !== "public-key" && actor.kind !== "end-user") return;
  const limit = VISITOR_INVOKE_LIMIT;
  const key = `${limit.name}:${addressBucket(ctx.clientAddress)}`;
  await requireWithinLimit(ctx, limit, key, `At most ${limit.limit} invocations a minute from an address.`);
}

async function requireAccess(ctx: FunctionContext, projectId: string, access: FoundProgram["access"]): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === "server-key") return requireServerKeyScope(actor, "read-write");
  if (isVisitor(actor)) {
    if (access === "public" || (access === "signed-in" && actor.kind === "end-user")) return;
    const who = access === "server" ? "the app's servers" : "users who are signed in";
    throw new ServiceError("missing_permission", `Only ${who} can call this function.`);
  }
  const { organisationId } = await ctx.db.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { organisationId: true },
  });
  requireMemberPermission(ctx, organisationId ?? "", "functions:write");
}

function isVisitor({ kind }: Actor): boolean {
  return kind === "anonymous" || kind === "public-key" || kind === "end-user";
}

async function countInvoke(ctx: FunctionContext, { projectId, tier }: FoundProgram): Promise<void> {
  const limit = { name: "invokes", limit: planLimits(tier).functions.invokesPerMinute, windowSeconds: 60 };
  const reason = `The plan allows ${limit.limit} invocations a minute for a project.`;
  await requireWithinLimit(ctx, limit, `invokes:${projectId}`, reason);
}

function withoutSecrets({ headers, ...request }: FunctionRequest): FunctionRequest {
  return { ...request, headers: headers.filter(([name]) => isForFunction(name)) };
}

function withInvocation(error: ServiceError, id: string): ServiceError {
  const { code, message, details, retryAfterSeconds, headers } = error;
  return new ServiceError(code, message, {
    ...{ details, headers: { ...headers, [INVOCATION_HEADER]: id }, cause: error },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
