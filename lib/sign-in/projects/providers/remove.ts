import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { SocialProvider } from "@/lib/core/ports/identity-providers";
import { lockProjectForChange } from "../in-organisation";
import { type Provider, toProvider } from "./resource";

interface RemoveProviderInput {
  organisationId: string;
  projectId: string;
  provider: SocialProvider;
}

/** Removes a project's client at a provider. Its users stay, and sign in again once a client is set again. */
export async function removeProvider(ctx: Context, input: RemoveProviderInput): Promise<Provider> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, provider } = input;
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const where = { projectId, provider };
    const row = await tx.db.projectProvider.findUnique({ where: { projectId_provider: where } });
    if (!row) throw new ServiceError("not_found", `${provider} is not set for the project.`);
    await tx.db.projectProvider.delete({ where: { projectId_provider: where }, select: { provider: true } });
    const data = { provider, clientId: row.clientId };
    await recordAudit(tx, { organisationId, action: "project_provider.remove", targetId: projectId, data });
    return toProvider(row);
  });
}
