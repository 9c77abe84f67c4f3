import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { lockProjectForChange } from "../in-organisation";
import { readSettings } from "../stored-settings";
import { type Provider, toProvider } from "./resource";
import { requireWayIn } from "./ways-in";

interface RemoveProviderInput {
  organisationId: string;
  projectId: string;
  provider: string;
}

/** Removes a project's client at a provider. Its users stay, and sign in again once a client is set again. */
export async function removeProvider(ctx: Context, input: RemoveProviderInput): Promise<Provider> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, provider } = input;
  return withTransaction(ctx, async (tx) => {
    const project = await lockProjectForChange(tx, organisationId, projectId);
    const where = { projectId, provider };
    const row = await tx.db.projectProvider.findUnique({ where: { projectId_provider: where } });
    if (!row) throw new ServiceError("not_found", "Provider not found.");
    await tx.db.projectProvider.delete({ where: { projectId_provider: where }, select: { provider: true } });
    if (row.isEnabled) await requireWayIn(tx, projectId, readSettings(project.settings));
    const data = { provider, clientId: row.clientId };
    await recordAudit(tx, { organisationId, action: "project_provider.remove", targetId: projectId, data });
    return toProvider(tx, row);
  });
}
