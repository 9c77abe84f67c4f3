"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { EndLockInput, endLock as endLockVerb } from "@/lib/sign-in/explain/end-lock";
import { defineAction } from "@/lib/web/define-action";
import { pageContext } from "@/lib/web/page-context";

const InProject = z.object({ projectId: ProjectId });

export const endLock = defineAction(
  {
    operationId: "dashboardEndLock",
    input: InProject.extend(EndLockInput.pick({ email: true }).shape),
    args: ["projectId", "email"],
    refreshes: true,
  },
  async ({ actor }, input) => endLockVerb(await pageContext(actor), input),
);
