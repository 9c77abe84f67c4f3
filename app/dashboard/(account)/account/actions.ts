"use server";

import { headers } from "next/headers";
import { cancelAccountDeletion } from "@/lib/people/account-deletion/cancel-deletion";
import { requestAccountDeletion } from "@/lib/people/account-deletion/request-deletion";
import { endOtherSessions as endOtherSessionsVerb } from "@/lib/people/accounts/end-other-sessions";
import { renameAccount as renameAccountVerb } from "@/lib/people/accounts/rename";
import { accountAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { ACCOUNT_NAME } from "./form";

const userAgent = async () => ((await headers()).get("user-agent") ?? "").slice(0, 512);

export const renameAccount = accountAction(
  "dashboardRenameAccount",
  { ...submitted(ACCOUNT_NAME) },
  async (ctx, { name }) => renameAccountVerb(ctx, { name, userAgent: await userAgent() }),
);

export const endOtherSessions = accountAction("dashboardEndOtherSessions", {}, async (ctx, _input, { sessionId }) =>
  endOtherSessionsVerb(ctx, { sessionId, userAgent: await userAgent() }),
);

export const deleteAccount = accountAction(
  "dashboardDeleteAccount",
  { isForm: true, typed: (_ctx, _input, { account }) => ({ ownEmail: account.email }) },
  requestAccountDeletion,
);

export const keepAccount = accountAction("dashboardKeepAccount", {}, cancelAccountDeletion);
