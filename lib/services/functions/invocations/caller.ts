import type { Actor, Context } from "@/lib/core/context";

/** The caller, as a function is told. */
type Asking =
  | { kind: "anonymous" }
  | { kind: "end-user"; userId: string; sessionId: string | null; claims: Readonly<Record<string, unknown>> }
  | { kind: "server" };

/** `address` is the origin of the request; `null` where no proxy states it. */
export type FunctionCaller =
  | (Asking & { address: string | null })
  | { kind: "schedule"; cron: string; scheduledAt: string };

/** Returns the caller and its address, as the service knows them. */
export function callerOf({ actor, clientAddress }: Pick<Context, "actor" | "clientAddress">): FunctionCaller {
  return { ...askingOf(actor), address: clientAddress };
}

/** A member in the dashboard and the operator call as the app's own server would. */
function askingOf(actor: Actor): Asking {
  if (actor.kind === "anonymous" || actor.kind === "public-key") return { kind: "anonymous" };
  if (actor.kind !== "end-user") return { kind: "server" };
  const { sid } = actor.claims;
  return { kind: "end-user", userId: actor.id, sessionId: typeof sid === "string" ? sid : null, claims: actor.claims };
}

export function encodeCaller(caller: FunctionCaller): string {
  return Buffer.from(JSON.stringify(caller)).toString("base64url");
}
