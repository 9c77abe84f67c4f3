"use server";

import { z } from "zod";
import { cancelAccountDeletion } from "@/lib/people/account-deletion/cancel-deletion";
import { requestAccountDeletion } from "@/lib/people/account-deletion/request-deletion";
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { defineAccountAction } from "@/lib/web/define-action";

export const deleteAccount = defineAccountAction(
  {
    operationId: "dashboardDeleteAccount",
    input: z.object({ confirmation: Typed }),
    isForm: true,
    refreshes: true,
  },
  (ctx, { confirmation }, { account }) => {
    requireTyped(confirmation.toLowerCase(), account.email, "Type your email address to confirm.");
    return requestAccountDeletion(ctx);
  },
);

export const keepAccount = defineAccountAction(
  { operationId: "dashboardKeepAccount", refreshes: true },
  cancelAccountDeletion,
);
