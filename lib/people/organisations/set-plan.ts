import { organisationNotFound, requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { Plan } from "@/lib/core/plans";
import { type Organisation, toOrganisation } from "./resource";

interface SetPlanInput {
  organisationId: string;
  plan: Plan;
}

/** Puts an organisation on a plan. What it already has stays, also above the new plan's limits. */
export async function setPlan(ctx: Context, input: SetPlanInput): Promise<Organisation> {
  requireOperator(ctx);
  return withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.organisation.updateManyAndReturn({
      where: { id: input.organisationId },
      data: { plan: input.plan },
    });
    if (!row) throw organisationNotFound();
    await recordAudit(tx, {
      organisationId: row.id,
      action: "organisation.set_plan",
      targetId: row.id,
      data: { plan: input.plan },
    });
    return toOrganisation(row);
  });
}
