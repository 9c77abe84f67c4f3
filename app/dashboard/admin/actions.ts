"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { ResolveAbuseReportInput, resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import { suspendProject } from "@/lib/services/project-administration/suspend";
import { unsuspendProject } from "@/lib/services/project-administration/unsuspend";
import { defineOperatorAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { LIFTING, SUSPENSION } from "./forms";

const InProject = z.object({ projectId: ProjectId });

/** A form sends an empty field where the reported project is meant. */
const ResolveForm = ResolveAbuseReportInput.extend({
  projectId: z.preprocess((text) => (text === "" ? undefined : text), ProjectId.optional()),
});

export const resolveReport = defineOperatorAction(
  {
    operationId: "dashboardResolveAbuseReport",
    input: ResolveForm,
    args: ["id"],
    isForm: true,
    messages: {
      resolution: "Choose a resolution.",
      projectId: "Enter a project's ID, such as p_4k9x2m7q1w8e5r3t6y0u.",
      note: "Use at most 2,000 characters.",
    },
    refreshes: true,
  },
  resolveAbuseReport,
);

export const suspend = defineOperatorAction(
  {
    operationId: "dashboardSuspendProject",
    ...submitted(InProject, SUSPENSION),
    args: ["projectId"],
    refreshes: true,
  },
  suspendProject,
);

export const unsuspend = defineOperatorAction(
  {
    operationId: "dashboardUnsuspendProject",
    ...submitted(InProject, LIFTING),
    args: ["projectId"],
    refreshes: true,
  },
  unsuspendProject,
);
