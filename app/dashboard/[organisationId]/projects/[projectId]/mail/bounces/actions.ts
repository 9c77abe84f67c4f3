"use server";

import { z } from "zod";
import { ProjectId } from "@/lib/core/id-schemas";
import { LiftBounceInput, liftBounce as liftBounceVerb } from "@/lib/sign-in/mail/bounces/lift";
import { defineAction } from "@/lib/web/define-action";

export const liftBounce = defineAction(
  {
    operationId: "dashboardLiftBounce",
    input: z.object({ projectId: ProjectId, address: LiftBounceInput.shape.address }),
    args: ["projectId", "address"],
    refreshes: true,
  },
  liftBounceVerb,
);
