import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { RunStatementsInput } from "./run";
import { applicationNameOf } from "./run-session";

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
  if (!runId.success) throw new ServiceError("invalid_request", "A run has an id of 8 to 40 letters and digits.");
  const host = await ctx.hosts.get(hostId);
  return { isCancelled: (await host.cancelAs(id, applicationNameOf(runId.data))) > 0 };
}
