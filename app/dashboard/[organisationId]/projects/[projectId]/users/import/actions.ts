"use server";

import { z } from "zod";
import { ProjectId, UserImportId } from "@/lib/core/id-schemas";
import { cancelUserImport as cancelVerb } from "@/lib/sign-in/user-imports/cancel";
import { startUserImport as startVerb } from "@/lib/sign-in/user-imports/start";
import { defineAction } from "@/lib/web/define-action";

const OneImport = z.object({ projectId: ProjectId, importId: UserImportId });

export const startUserImport = defineAction(
  { operationId: "dashboardStartUserImport", input: OneImport, args: ["projectId", "importId"], refreshes: true },
  startVerb,
);

export const cancelUserImport = defineAction(
  { operationId: "dashboardCancelUserImport", input: OneImport, args: ["projectId", "importId"], refreshes: true },
  cancelVerb,
);
