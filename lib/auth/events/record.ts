import { createId } from "@/lib/ids";
import type { AuthContext } from "../context";

export interface SecurityEventEntry {
  kind:
    | "user.sign_up"
    | "user.update"
    | "user.delete"
    | "session.sign_in"
    | "session.sign_out"
    | "session.revoke"
    | "password.change"
    | "password.verify";
  outcome: "accepted" | "refused";
  userId: string | null;
  /** The true reason of a refusal, which the wire never shows. */
  reason?: string;
  /** Never a secret. */
  data?: Record<string, string | number | boolean>;
}

/** Writes the event in the caller's transaction, so that a change without its trace cannot be committed. */
export async function recordSecurityEvent(ctx: AuthContext, entry: SecurityEventEntry): Promise<void> {
  await ctx.db.securityEvent.create({
    data: {
      id: createId("event", ctx.random),
      projectId: ctx.tenant.id,
      userId: entry.userId,
      kind: entry.kind,
      outcome: entry.outcome,
      reason: entry.reason ?? null,
      address: ctx.clientAddress,
      userAgent: ctx.userAgent,
      requestId: ctx.requestId,
      ...(entry.data && { data: entry.data }),
      createdAt: ctx.clock.now(),
    },
    select: { id: true },
  });
}
