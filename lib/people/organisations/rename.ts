import { z } from "zod";
import { organisationNotFound, requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { OrganisationId } from "@/lib/core/id-schemas";
import { type Organisation, OrganisationName, toOrganisation } from "./resource";

export const RenameOrganisationInput = z.object({ organisationId: OrganisationId, name: OrganisationName });
export type RenameOrganisationInput = z.infer<typeof RenameOrganisationInput>;

export async function renameOrganisation(ctx: Context, input: RenameOrganisationInput): Promise<Organisation> {
  const { organisationId, name } = input;
  requireMemberPermission(ctx, organisationId, "organisation:write");
  return withTransaction(ctx, async (tx) => {
    const before = await tx.db.organisation.findUnique({ where: { id: organisationId } });
    if (!before) throw organisationNotFound();
    if (before.name === name) return toOrganisation(before);
    const row = await tx.db.organisation.update({ where: { id: organisationId }, data: { name } });
    const data = { from: before.name, to: name };
    await recordAudit(tx, { organisationId, action: "organisation.rename", targetId: organisationId, data });
    return toOrganisation(row);
  });
}
