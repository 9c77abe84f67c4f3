"use server";
import { EndLockInput, endLock as endLockVerb } from "@/lib/sign-in/explain/end-lock";
import { pageContext } from "@/lib/web/page-context";
import { inProject } from "@/lib/web/places";

export const endLock = inProject(
  "dashboardEndLock",
  { input: EndLockInput.pick({ email: true }).shape, args: ["email"] },
  async ({ actor }, input) => endLockVerb(await pageContext(actor), input),
);
