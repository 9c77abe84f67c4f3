import { z } from "zod";
import { CreateBranchFromInput } from "@/lib/hosting/branches/create-from-restore-point";
import { RestorePointName } from "@/lib/hosting/restore-points/create";
import { defineForm } from "@/lib/web/forms/define-form";

/** The texts above the fields name the database and the restore point. */
export const RESTORE_POINT = defineForm(z.object({ name: RestorePointName }), {
  title: "Create restore point",
  submit: "Create restore point",
});

export const BRANCH_FROM = defineForm(CreateBranchFromInput, {
  omit: ["databaseId", "restorePointId"],
  title: "Branch from a restore point",
  submit: "Create branch",
});
