import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { ChangeableName } from "@/lib/core/changeable-settings";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { type PlanChanges, PlanLimitsText } from "@/lib/core/plan-changes";
import { PLAN_NAMES, type Plan } from "@/lib/core/plans";
import { changeOperatorSettings } from "./change";
import type { OperatorSettingsContext } from "./context";
import { openTexts } from "./live-settings";

const NAME = "COPPICE_PLAN_LIMITS";

interface ChangePlanInput {
  plan: Plan;
  /** All of the plan's limits that differ from those of this version. */
  limits: NonNullable<PlanChanges[Plan]>;
}

/** Changes the limits of one plan, and leaves those of the others. Throws the errors of `changeOperatorSettings`. */
export async function changePlan(
  ctx: OperatorSettingsContext,
  { plan, limits }: ChangePlanInput,
): Promise<{ changed: ChangeableName[] }> {
  requireAdministration(ctx);
  const result = await withAdvisoryLock(ctx, "coppice/operator-settings", async (tx) => {
    const rows = await tx.db.operatorSetting.findMany({ where: { name: NAME }, select: { name: true, value: true } });
    const stored = PlanLimitsText.safeParse(openTexts(tx.sealer, rows)[NAME] ?? "{}");
    const after = { ...(stored.success && stored.data), [plan]: limits };
    const kept = PLAN_NAMES.flatMap((each) => (Object.keys(after[each] ?? {}).length > 0 ? [[each, after[each]]] : []));
    const text = kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
    return changeOperatorSettings({ ...tx, settings: ctx.settings }, { values: { [NAME]: text } });
  });
  // A read before the commit would have found the values from before.
  ctx.settings.expire();
  return result;
}
