import type { Context } from "@/lib/core/context";
import type { SessionInput } from "./resource";
import { signalSession } from "./signal";

/**
 * Ends a session, whose transaction is rolled back. Throws `missing_permission`, `database_not_found`,
 * `host_unavailable`, and `conflict` when the session has ended or is the service's.
 */
export async function endSession(ctx: Context, input: SessionInput): Promise<void> {
  await signalSession(ctx, input, { signal: "end", action: "database.end_session" });
}
