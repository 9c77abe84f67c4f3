import type { Actor } from "@/lib/core/context";

/** Who asks, as a function is told. */
export type FunctionCaller =
  | { kind: "anonymous" }
  | { kind: "end-user"; userId: string; sessionId: string | null; claims: Readonly<Record<string, unknown>> }
  | { kind: "server" }
  | { kind: "schedule"; cron: string; scheduledAt: string };

/** A member in the dashboard and the operator call as the app's own server would. */
export function callerOf(actor: Actor): FunctionCaller {
  if (actor.kind === "anonymous" || actor.kind === "public-key") return { kind: "anonymous" };
  if (actor.kind !== "end-user") return { kind: "server" };
  const { sid } = actor.claims;
  return { kind: "end-user", userId: actor.id, sessionId: typeof sid === "string" ? sid : null, claims: actor.claims };
}

export function encodeCaller(caller: FunctionCaller): string {
  return Buffer.from(JSON.stringify(caller)).toString("base64url");
}
