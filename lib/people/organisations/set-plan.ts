import { organisationNotFound, requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { Plan } from "@/lib/core/plans";
import { addGuardExchangeJob } from "@/lib/core/queue/add";
import { setTiers } from "@/lib/sign-in/projects/tier";
import { type Organisation, toOrganisation } from "./resource";

interface SetPlanInput {
  organisationId: string;
  plan: Plan;
  /** Bytes in place of the plan's; `null` takes the plan's again, and without them the former value stays. */
  databaseBytes?: number | null | undefined;
  keptBytes?: number | null | undefined;
}

/**
 * Puts an organisation and its projects on a plan. Things that it already has stay, also above the new plan's limits.
 */
export async function setPlan(ctx: Context, input: SetPlanInput): Promise<Organisation> {
  requireOperator(ctx);
  const { organisationId, plan, ...bytes } = input;
  const given = Object.entries(bytes).filter(([, value]) => value !== undefined);
  const own = Object.fromEntries(given) as Pick<SetPlanInput, "databaseBytes" | "keptBytes">;
  return withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.organisation.updateManyAndReturn({
      where: { id: organisationId },
      data: { plan, ...own },
    });
    if (!row) throw organisationNotFound();
    await setTiers(tx, row.id);
    await recordAudit(tx, {
      organisationId: row.id,
      action: "organisation.set_plan",
      targetId: row.id,
      data: { plan, ...own },
    });
    await addGuardExchangeJob(tx);
    return toOrganisation(row);
  });
}
