"use server";

import { DatabaseInput } from "@/lib/hosting/databases/name";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { PAST_RESTORE } from "./form";

export const restoreToTime = defineAction(
  {
    operationId: "dashboardRestoreToTime",
    ...submitted(DatabaseInput, PAST_RESTORE),
    args: ["databaseId"],
    refreshes: true,
  },
  (_, { databaseId, at, name }, { ctx }) => requestPastRestore(ctx, { databaseId, at, name }),
);
