import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { ServiceError } from "@/lib/core/errors";
import { getProjectInOrganisation } from "@/lib/sign-in/projects/in-organisation";
import type { SignInContext } from "../../context";
import { REPORT_KIND, type TrialPlace } from "./report";
import type { ProviderTrial } from "./resource";

interface ShowTrialInput extends TrialPlace {
  trialId: string;
}

/** Returns the report of a trial to the member who made it, for some minutes. Throws `not_found`. */
export async function showTrial(ctx: SignInContext, input: ShowTrialInput): Promise<ProviderTrial> {
  const { organisationId, projectId, sessionId, trialId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const where = { id: trialId, projectId, kind: REPORT_KIND, expiresAt: { gt: ctx.clock.now() } };
  const row = await ctx.db.flow.findFirst({ where, select: { data: true } });
  const data = row?.data as { sessionId: string; report: ProviderTrial } | undefined;
  if (data?.sessionId !== sessionId) throw new ServiceError("not_found", "This trial is over. Try the provider again.");
  return data.report;
}
