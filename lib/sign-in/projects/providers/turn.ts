import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { lockProjectForChange } from "../in-organisation";
import { readSettings } from "../stored-settings";
import { type Provider, toProvider } from "./resource";
import { requireWayIn } from "./ways-in";

interface TurnProviderInput {
  organisationId: string;
  projectId: string;
  provider: string;
  isEnabled: boolean;
}

/** Offers a provider for sign-in, or stops to; its client and the users' accounts stay. Throws `conflict`. */
export async function turnProvider(ctx: Context, input: TurnProviderInput): Promise<Provider> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId, provider, isEnabled } = input;
  return withTransaction(ctx, async (tx) => {
    const project = await lockProjectForChange(tx, organisationId, projectId);
    const where = { projectId_provider: { projectId, provider } };
    const before = await tx.db.projectProvider.findUnique({ where });
    if (!before) throw new ServiceError("not_found", "Provider not found.");
    if (before.isEnabled === isEnabled) return toProvider(tx, before);
    const row = await tx.db.projectProvider.update({ where, data: { isEnabled, updatedAt: tx.clock.now() } });
    if (!isEnabled) await requireWayIn(tx, projectId, readSettings(project.settings));
    const data = { provider, clientId: row.clientId, isEnabled };
    await recordAudit(tx, { organisationId, action: "project_provider.set", targetId: projectId, data });
    return toProvider(tx, row);
  });
}
