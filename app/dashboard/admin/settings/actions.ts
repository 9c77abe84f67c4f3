"use server";

import { z } from "zod";
import { CHANGEABLE_NAMES } from "@/lib/core/changeable-settings";
import { changeOperatorSettings } from "@/lib/people/operator-settings/change";
import { changePlan } from "@/lib/people/operator-settings/change-plan";
import { sendTestMail } from "@/lib/people/operator-settings/send-test-mail";
import { defineOperatorAction } from "@/lib/web/define-action";
import { SettingFields, valuesOfForm } from "@/lib/web/operator-setting-forms";
import { limitsOfForm, PlanFields } from "@/lib/web/plan-forms";

export const changeSettings = defineOperatorAction(
  { operationId: "dashboardChangeSettings", input: SettingFields, isForm: true, refreshes: true },
  (_, fields, { ctx }) => changeOperatorSettings(ctx, { values: valuesOfForm(fields) }),
);

export const unsetSetting = defineOperatorAction(
  {
    operationId: "dashboardUnsetSetting",
    input: z.object({ name: z.enum(CHANGEABLE_NAMES) }),
    args: ["name"],
    refreshes: true,
  },
  (_, { name }, { ctx }) => changeOperatorSettings(ctx, { values: { [name]: null } }),
);

export const changePlanLimits = defineOperatorAction(
  { operationId: "dashboardChangePlanLimits", input: PlanFields, args: ["plan"], isForm: true, refreshes: true },
  (_, { plan, ...fields }, { ctx }) => changePlan(ctx, { plan, limits: limitsOfForm(fields) }),
);

/** Sends to the operator's own address, so that nobody else gets emails by it. */
export const testMail = defineOperatorAction({ operationId: "dashboardTestMail" }, (_, __, { ctx, account }) =>
  sendTestMail(ctx, { to: account.email }),
);
