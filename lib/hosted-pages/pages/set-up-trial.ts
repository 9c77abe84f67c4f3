import { ServiceError } from "@/lib/core/errors";
import type { CurrentSetUp } from "@/lib/sign-in/sso/set-up/current";
import type { SsoClaimUse, SsoTrial, SsoTrialOutcome } from "@/lib/sign-in/sso/trial/resource";
import { showSsoTrial } from "@/lib/sign-in/sso/trial/show";
import type { HostedAnswer, HostedRequest } from "../page";
import type { SetUpTrialProps } from "../view/set-up-trial";

const TITLE = "Sign-in tried";

/** The report of a trial, for the browser that started it. One that is over leads back to the set-up. */
export async function setUpTrialPage(
  { search }: HostedRequest,
  { ctx, address, linkId }: CurrentSetUp,
  trialId: string,
): Promise<HostedAnswer> {
  const back = search.to("sso-set-up");
  try {
    const trial = await showSsoTrial(ctx, { ...address, trialId, trier: { kind: "set-up", linkId } });
    const links = { back, tryAgain: search.to("sso-set-up/try") };
    const query = { trial: trialId };
    return { title: TITLE, isWide: true, query, view: { name: "set-up-trial", props: { ...tell(trial), ...links } } };
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return { redirect: back };
    throw error;
  }
}

const OUTCOMES: Readonly<Record<SsoTrialOutcome["kind"], string>> = {
  linked: "You would be signed in as the user who is linked to you.",
  provisioned: "You would be signed in as the user whom your directory created.",
  "same-address": "You would be signed in as the user who has your address.",
  new: "A user would be created for you, and signed in.",
};

const USES: Readonly<Record<SsoClaimUse, string>> = {
  id: "used as your ID",
  email: "used as your email address",
  "email-verified": "says whether the address is verified",
  name: "used as your name",
  session: "says how and when you signed in",
};

function tell(trial: SsoTrial): Omit<SetUpTrialProps, "back" | "tryAgain"> {
  const { failure, outcome, person, claims } = trial;
  const isWorking = failure === null;
  return {
    title: isWorking ? "It works" : person === null ? "It doesn't work yet" : "You would be refused",
    result: failure?.advice ?? OUTCOMES[outcome?.kind ?? "new"],
    isGood: isWorking,
    detail: failure?.detail ?? null,
    facts: factsOf(trial),
    claims: claims.map(({ name, value, use }) => ({ name, value, use: use === null ? "not used" : USES[use] })),
  };
}

function factsOf({ protocol, person, session }: SsoTrial): SetUpTrialProps["facts"] {
  if (person === null) return [];
  const { subject, subjectFormat, email, isDomainVerified, name } = person;
  const domain = isDomainVerified ? "its domain is verified" : "its domain isn't verified";
  return [
    [protocol === "saml" ? "NameID" : "Subject (sub)", subject],
    ...(subjectFormat === null ? [] : [["Format of the NameID", subjectFormat] as const]),
    ["Email", email === null ? "None" : `${email} (${domain})`],
    ["Name", name || "None"],
    ["Signed in there", session?.authenticatedAt ? new Date(session.authenticatedAt).toUTCString() : "Not sent"],
    ["Context (acr)", session?.acr ?? "Not sent"],
    ...(protocol === "oidc" ? [["Methods (amr)", session?.amr.join(", ") || "Not sent"] as const] : []),
  ];
}
