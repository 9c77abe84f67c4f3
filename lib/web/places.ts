import { DatabaseId, ProjectId } from "@/lib/core/id-schemas";
import { actionsOn } from "./define-action";

/** Defines an action on the organisation itself. */
export const inOrganisation = actionsOn([], {});

export const inProject = actionsOn(["projectId"], { projectId: ProjectId });

/** Defines an action on a database. The workbench reads its data itself, so pages are read anew only if it says so. */
export const inDatabase = actionsOn(["databaseId"], { databaseId: DatabaseId }, { refreshes: false });
