"use server";

import { LiftBounceInput, liftBounce as liftBounceVerb } from "@/lib/sign-in/mail/bounces/lift";
import { inProject } from "@/lib/web/places";

export const liftBounce = inProject(
  "dashboardLiftBounce",
  { input: { address: LiftBounceInput.shape.address }, args: ["address"] },
  liftBounceVerb,
);
