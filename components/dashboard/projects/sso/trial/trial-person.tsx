import { Facts } from "@/components/ui/facts";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { SsoTrial, SsoTrialPerson } from "@/lib/sign-in/sso/trial/resource";

/** The person whom the identity provider named, and its facts about them. */
export function TrialPerson({ trial, person }: { trial: SsoTrial; person: SsoTrialPerson }) {
  const { protocol, session, issuer } = trial;
  const { subject, subjectFormat, email, isDomainVerified, name } = person;
  return (
    <Facts
      facts={[
        [
          protocol === "saml" ? "NameID" : "Subject (sub)",
          <span key="subject">
            <code>{subject}</code>
            {subjectFormat && (
              <>
                <br />
                <code>{subjectFormat}</code>
              </>
            )}
          </span>,
        ],
        ["Email", email ?? "None"],
        ...(email === null
          ? []
          : [
              [
                "Domain",
                <StatusWord key="domain" kind={isDomainVerified ? "good" : "bad"}>
                  {isDomainVerified ? "verified" : "not verified"}
                </StatusWord>,
              ] as const,
            ]),
        ["Name", name || "None"],
        [
          "Signed in there",
          session?.authenticatedAt ? <Moment key="at" at={session.authenticatedAt} form="exact" /> : "Not sent",
        ],
        ["Context (acr)", session?.acr ? <code key="acr">{session.acr}</code> : "Not sent"],
        ...(protocol === "oidc" ? [["Methods (amr)", session?.amr.join(", ") || "Not sent"] as const] : []),
        ["Identity provider", <code key="issuer">{issuer}</code>],
      ]}
    />
  );
}
