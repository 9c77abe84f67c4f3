import type { SsoClaimUse, SsoTrial, SsoTrialOutcome } from "@/lib/sign-in/sso/trial/resource";

export function titleOf({ name, failure, person }: SsoTrial): string {
  if (failure === null) return `${name} works`;
  return person === null ? `${name} doesn't work yet` : `${name} refuses this person`;
}

/** The words for each result that a sign-in would have had. */
export const OUTCOMES: Readonly<Record<SsoTrialOutcome["kind"], string>> = {
  linked: "It would sign in the user who is linked to this person.",
  provisioned: "It would sign in the user whom the company's directory created.",
  "same-address": "It would link this person to the user who has the address, and sign them in.",
  new: "It would create a user and sign them in.",
};

/** The words for each use of a claim or an attribute. */
export const USES: Readonly<Record<SsoClaimUse, string>> = {
  id: "Person's ID",
  email: "Email",
  "email-verified": "Email verified",
  name: "Name",
  session: "Session",
};
