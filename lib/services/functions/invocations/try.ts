import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { FunctionAnswer, FunctionRequest } from "@/lib/core/ports/function-runtime";
import { type ActedUser, readAsUser } from "@/lib/sign-in/tokens/read-as-user";
import { type FunctionAddress, getFunction, WRITE_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { invokeFunction } from "./invoke";

export const TRY_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
const MOST_HEADERS = 50;
const MOST_BODY_CHARACTERS = 1_048_576;

export const TryFunctionInput = z.strictObject({
  method: z.enum(TRY_METHODS),
  /** The path that follows the function's web address, with its query. */
  path: z
    .string()
    .max(2_000)
    .regex(/^(?:\/[^#\s]*)?$/, "must begin with /"),
  headers: z.array(z.tuple([z.string().min(1).max(200), z.string().max(8_000)])).max(MOST_HEADERS),
  body: z.string().max(MOST_BODY_CHARACTERS),
  as: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("visitor") }),
    z.strictObject({ kind: z.literal("server") }),
    z.strictObject({ kind: z.literal("user"), userId: z.string().max(64) }),
  ]),
});
type TryFunctionInput = FunctionAddress & z.output<typeof TryFunctionInput> & { signal?: AbortSignal };

/**
 * Calls a function for a member who may change it, as a visitor, a user or the app's server would: the same gates, and
 * the same limits. A user's data may be seen and changed by that, so it is recorded. Throws the errors of
 * `invokeFunction`,
 * `user_not_found`, and `conflict` for a banned user.
 */
export async function tryFunction(ctx: FunctionContext, input: TryFunctionInput): Promise<FunctionAnswer> {
  const { projectId, name, method, path, as } = input;
  const { id, project } = await getFunction(ctx, { projectId, name }, WRITE_FUNCTIONS);
  if (ctx.actor.kind !== "member") {
    throw new ServiceError("missing_permission", "Only members try functions, in the dashboard.");
  }
  const user = as.kind === "user" ? await readAsUser(ctx, { projectId, userId: as.userId }) : null;
  const request = toRequest(`${ctx.contentUrl}/f/${projectId}/${name}${path}`, input);
  const { organisationId } = project;
  const trace = { projectId, name, method, as: as.kind, userId: user?.id ?? null, user: user?.email ?? null };
  await recordAudit(ctx, { organisationId, action: "function.try", targetId: id, data: trace });
  const acting = { ...ctx, actor: actorOf(ctx.actor, as.kind, { projectId, user }) };
  return invokeFunction(acting, { projectId, name, request, depth: 0 });
}

/** The app's server is stood in for by the member, whom a function takes for it anyway. */
function actorOf(
  member: Actor,
  as: TryFunctionInput["as"]["kind"],
  { projectId, user }: { projectId: string; user: ActedUser | null },
): Actor {
  if (user) return { kind: "end-user", id: user.id, projectId, claims: user.claims };
  return as === "visitor" ? { kind: "anonymous", id: "visitor" } : member;
}

function toRequest(url: string, { method, headers, body, signal }: TryFunctionInput): FunctionRequest {
  const hasBody = method !== "GET" && method !== "HEAD" && body !== "";
  try {
    // They are looked at as `fetch` does, which also tells the type of a text.
    const sent = new Request(url, { method, headers, ...(hasBody && { body }) });
    return {
      ...{ method, url: sent.url, headers: [...sent.headers] },
      body: hasBody ? Buffer.from(body) : null,
      signal: signal ?? new AbortController().signal,
    };
  } catch {
    const message = "A header has a name or a value that HTTP doesn't allow.";
    throw new ServiceError("invalid_request", message, { details: [{ path: "headers", message }] });
  }
}
