import type { Metadata } from "next";
import { TryLink } from "@/components/dashboard/projects/methods/try-link";
import { TrialClaims } from "@/components/dashboard/projects/sso/trial/trial-claims";
import { TrialOutcome } from "@/components/dashboard/projects/sso/trial/trial-outcome";
import { TrialPerson } from "@/components/dashboard/projects/sso/trial/trial-person";
import { titleOf } from "@/components/dashboard/projects/sso/trial/words";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { showSsoTrial } from "@/lib/sign-in/sso/trial/show";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";

export const metadata: Metadata = { title: "Connection tried" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/sso/[connectionId]/trials/[trialId]">;

export default async function SsoTrialPage({ params }: Props) {
  const { organisationId, projectId, connectionId, trialId } = await params;
  const { ctx, sessionId } = await requireProjectPage(organisationId, projectId);
  const trier = { kind: "member", organisationId, sessionId } as const;
  const trial = await orNotFound(() => showSsoTrial(ctx, { projectId, connectionId, trialId, trier }));
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  return (
    <>
      <PageHeading
        title={titleOf(trial)}
        parent={{ href: `${home}/sso/${connectionId}`, label: trial.name }}
        text="No one was signed in, and no user was created or changed. This page is yours alone, for 15 minutes."
      >
        <TryLink href={`${home}/sso/${connectionId}/try`} name={trial.name} isAgain />
      </PageHeading>
      <SettingsSections>
        <SettingsSection title="Result" text="The effect that a sign-in by this person would have now.">
          <TrialOutcome trial={trial} home={home} />
        </SettingsSection>
        {trial.person && (
          <SettingsSection title="Person" text="The connection's reading of the response.">
            <TrialPerson trial={trial} person={trial.person} />
          </SettingsSection>
        )}
        {trial.claims.length > 0 && (
          <SettingsSection
            title={trial.protocol === "saml" ? "Attributes" : "Claims"}
            text="Everything the identity provider sent, verified. Tokens are never shown or kept."
          >
            <TrialClaims claims={trial.claims} />
          </SettingsSection>
        )}
      </SettingsSections>
    </>
  );
}
