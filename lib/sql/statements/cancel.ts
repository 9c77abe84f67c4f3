import { setTimeout as delay } from "node:timers/promises";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { RunStatementsInput } from "./run";
import { applicationNameOf } from "./run-session";

/** A member who cancels immediately does so before the statement has reached the server, or between two statements. */
const LOOK_AGAIN_WITHIN_MS = 2_000;
const LOOK_AGAIN_EVERY_MS = 50;

/**
 * Cancels the statement that a run executes, in whichever process, and the run with it. Returns whether there was one.
 * Throws `missing_permission`, `database_not_found`, `host_unavailable`.
 */
export async function cancelRun(
  ctx: Context,
  input: { databaseId: string; runId: string },
): Promise<{ isCancelled: boolean }> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const runId = RunStatementsInput.shape.runId.safeParse(input.runId);
  if (!runId.success) throw new ServiceError("invalid_request", "A run's ID has 8 to 40 letters and digits.");
  const host = await ctx.hosts.get(hostId);
  const name = applicationNameOf(runId.data);
  const until = performance.now() + LOOK_AGAIN_WITHIN_MS;
  let cancelled = await host.cancelAs(id, name);
  while (cancelled === 0 && performance.now() < until) {
    await delay(LOOK_AGAIN_EVERY_MS);
    cancelled = await host.cancelAs(id, name);
  }
  return { isCancelled: cancelled > 0 };
}
