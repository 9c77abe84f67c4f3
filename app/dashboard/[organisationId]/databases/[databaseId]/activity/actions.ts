"use server";

import { cancelStatement as cancelStatementVerb } from "@/lib/sql/activity/cancel-statement";
import { endSession as endSessionVerb } from "@/lib/sql/activity/end-session";
import { SessionInput } from "@/lib/sql/activity/resource";
import { inDatabase } from "@/lib/web/places";

export const cancelStatement = inDatabase(
  "dashboardCancelStatement",
  { input: SessionInput.shape },
  cancelStatementVerb,
);

export const endSession = inDatabase("dashboardEndSession", { input: SessionInput.shape }, endSessionVerb);
