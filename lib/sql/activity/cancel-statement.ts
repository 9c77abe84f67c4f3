import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { SessionInput } from "./resource";
import { signalSession } from "./signal";

/**
 * Cancels the statement that a session runs; the session goes on. Throws `missing_permission`, `database_not_found`,
 * `host_unavailable`, and `conflict` when the session has ended, runs nothing or is the service's.
 */
export async function cancelStatement(ctx: Context, input: SessionInput): Promise<void> {
  await signalSession(ctx, input, {
    signal: "cancel",
    action: "database.cancel_statement",
    check: ({ state }) => {
      if (state !== "active") throw new ServiceError("conflict", "The session isn't running a statement.");
    },
  });
}
