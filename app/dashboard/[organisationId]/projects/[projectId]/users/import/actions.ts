"use server";

import { ProjectId, UserImportId } from "@/lib/core/id-schemas";
import { cancelUserImport as cancelVerb } from "@/lib/sign-in/user-imports/cancel";
import { startUserImport as startVerb } from "@/lib/sign-in/user-imports/start";
import { actionsOn } from "@/lib/web/define-action";

const oneImport = actionsOn(["projectId", "importId"], { projectId: ProjectId, importId: UserImportId });

export const startUserImport = oneImport("dashboardStartUserImport", {}, startVerb);

export const cancelUserImport = oneImport("dashboardCancelUserImport", {}, cancelVerb);
