"use server";

import { DatabaseInput } from "@/lib/hosting/databases/name";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { defineAction } from "@/lib/web/define-action";
import { PAST_RESTORE } from "./form";

export const restoreToTime = defineAction(
  {
    operationId: "dashboardRestoreToTime",
    input: DatabaseInput.extend(PAST_RESTORE.input),
    args: ["databaseId"],
    isForm: true,
    messages: PAST_RESTORE.messages,
    refreshes: true,
  },
  (_, { databaseId, at, name }, { ctx }) => requestPastRestore(ctx, { databaseId, at, name }),
);
