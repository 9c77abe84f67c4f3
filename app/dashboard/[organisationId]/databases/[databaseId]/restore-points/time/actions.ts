"use server";

import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { submitted } from "@/lib/web/forms/submitted";
import { inDatabase } from "@/lib/web/places";
import { PAST_RESTORE } from "./form";

export const restoreToTime = inDatabase(
  "dashboardRestoreToTime",
  { ...submitted(PAST_RESTORE), refreshes: true },
  (ctx, { databaseId, at, name }) => requestPastRestore(ctx, { databaseId, at, name }),
);
