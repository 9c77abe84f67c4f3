"use server";

import { z } from "zod";
import { CHANGEABLE_NAMES } from "@/lib/core/changeable-settings";
import { changeOperatorSettings } from "@/lib/people/operator-settings/change";
import { changePlan } from "@/lib/people/operator-settings/change-plan";
import { sendTestMail } from "@/lib/people/operator-settings/send-test-mail";
import { operatorAction } from "@/lib/web/define-action";
import { SettingFields, valuesOfForm } from "@/lib/web/operator-setting-forms";
import { limitsOfForm, PlanFields } from "@/lib/web/plan-forms";

export const changeSettings = operatorAction(
  "dashboardChangeSettings",
  { input: SettingFields.shape, isForm: true },
  (ctx, fields) => changeOperatorSettings(ctx, { values: valuesOfForm(fields) }),
);

export const unsetSetting = operatorAction(
  "dashboardUnsetSetting",
  { input: { name: z.enum(CHANGEABLE_NAMES) }, args: ["name"] },
  (ctx, { name }) => changeOperatorSettings(ctx, { values: { [name]: null } }),
);

export const changePlanLimits = operatorAction(
  "dashboardChangePlanLimits",
  { input: PlanFields.shape, args: ["plan"], isForm: true },
  (ctx, { plan, ...fields }) => changePlan(ctx, { plan, limits: limitsOfForm(fields) }),
);

/** Sends to the operator's own address, so that nobody else gets emails by it. */
export const testMail = operatorAction("dashboardTestMail", { refreshes: false }, (ctx, _, { account }) =>
  sendTestMail(ctx, { to: account.email }),
);
