import { TryLink } from "@/components/dashboard/projects/methods/try-link";
import { TrialClaims } from "@/components/dashboard/projects/sso/trial/trial-claims";
import { TrialOutcome } from "@/components/dashboard/projects/sso/trial/trial-outcome";
import { TrialPerson } from "@/components/dashboard/projects/sso/trial/trial-person";
import { titleOf } from "@/components/dashboard/projects/sso/trial/words";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { showSsoTrial } from "@/lib/sign-in/sso/trial/show";
import { projectPage } from "@/lib/web/current-project";

export const metadata = { title: "Connection tried" };

export default projectPage<{ connectionId: string; trialId: string }>(
  async ({ organisationId, projectId, connectionId, trialId, ctx, sessionId, home }) => {
    const trier = { kind: "member", organisationId, sessionId } as const;
    const trial = await showSsoTrial(ctx, { projectId, connectionId, trialId, trier });
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
  },
);
