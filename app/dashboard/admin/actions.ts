"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { ResolveAbuseReportInput, resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import { suspendProject } from "@/lib/services/project-administration/suspend";
import { unsuspendProject } from "@/lib/services/project-administration/unsuspend";
import { operatorAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { LIFTING, SUSPENSION } from "./forms";

/** A form sends an empty field where the reported project is meant. */
const MeantProject = z.preprocess((text) => (text === "" ? undefined : text), ProjectId.optional());

export const resolveReport = operatorAction(
  "dashboardResolveAbuseReport",
  {
    input: { ...ResolveAbuseReportInput.shape, projectId: MeantProject },
    args: ["id"],
    isForm: true,
    messages: {
      resolution: "Choose a resolution.",
      projectId: "Enter a project's ID, such as p_4k9x2m7q1w8e5r3t6y0u.",
      note: "Use at most 2,000 characters.",
    },
  },
  resolveAbuseReport,
);

export const suspend = operatorAction(
  "dashboardSuspendProject",
  { ...submitted(SUSPENSION), input: { projectId: ProjectId, ...SUSPENSION.input }, args: ["projectId"] },
  suspendProject,
);

export const unsuspend = operatorAction(
  "dashboardUnsuspendProject",
  { ...submitted(LIFTING), input: { projectId: ProjectId, ...LIFTING.input }, args: ["projectId"] },
  unsuspendProject,
);
