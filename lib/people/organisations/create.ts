import { z } from "zod";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { PLAN_NAMES } from "@/lib/core/plans";
import { HOST_KINDS, type Organisation, OrganisationName, toOrganisation } from "./resource";

export const CreateOrganisationInput = z.object({
  name: OrganisationName,
  plan: z.enum(PLAN_NAMES).default("free"),
  hostKind: z.enum(HOST_KINDS).default("shared"),
});
export type CreateOrganisationInput = z.infer<typeof CreateOrganisationInput>;

/** Makes an organisation without members; its management API is off until the operator switches it on. */
export async function createOrganisation(ctx: Context, input: CreateOrganisationInput): Promise<Organisation> {
  requireOperator(ctx);
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.organisation.create({
      data: {
        id: createId("organisation", ctx.random),
        name: input.name,
        plan: input.plan,
        hostKind: input.hostKind,
        createdAt: ctx.clock.now(),
      },
    });
    await recordAudit(tx, {
      organisationId: row.id,
      action: "organisation.create",
      targetId: row.id,
      data: { name: row.name, plan: row.plan, hostKind: row.hostKind },
    });
    return toOrganisation(row);
  });
}
