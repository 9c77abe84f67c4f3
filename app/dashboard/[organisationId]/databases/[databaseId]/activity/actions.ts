"use server";

import { cancelStatement as cancelStatementVerb } from "@/lib/sql/activity/cancel-statement";
import { endSession as endSessionVerb } from "@/lib/sql/activity/end-session";
import { SessionInput } from "@/lib/sql/activity/resource";
import { defineAction } from "@/lib/web/define-action";

export const cancelStatement = defineAction(
  { operationId: "dashboardCancelStatement", input: SessionInput, args: ["databaseId"] },
  cancelStatementVerb,
);

export const endSession = defineAction(
  { operationId: "dashboardEndSession", input: SessionInput, args: ["databaseId"] },
  endSessionVerb,
);
