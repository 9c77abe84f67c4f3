import { TrialClaims } from "@/components/dashboard/projects/methods/trial/trial-claims";
import { TrialOutcome } from "@/components/dashboard/projects/methods/trial/trial-outcome";
import { TrialSteps } from "@/components/dashboard/projects/methods/trial/trial-steps";
import { TryLink } from "@/components/dashboard/projects/methods/try-link";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import type { ProviderTrial } from "@/lib/sign-in/social/trial/resource";
import { showTrial } from "@/lib/sign-in/social/trial/show";
import { projectPage } from "@/lib/web/current-project";

export const metadata = { title: "Provider tried" };

export default projectPage<{ trialId: string }>(
  async ({ organisationId, projectId, trialId, ctx, sessionId, home }) => {
    const trial = await showTrial(ctx, { organisationId, projectId, trialId, sessionId });
    const { name, provider, claims } = trial;
    return (
      <>
        <PageHeading
          title={titleOf(trial)}
          parent={{ href: `${home}/methods`, label: "Methods" }}
          text="No one was signed in, and no user was created or changed. This page is yours alone, for 15 minutes."
        >
          <TryLink href={`${home}/methods/try?provider=${provider}`} name={name} isAgain />
        </PageHeading>
        <SettingsSections>
          <SettingsSection title="Result" text="The effect that a sign-in by this person would have now.">
            <TrialOutcome trial={trial} home={home} />
          </SettingsSection>
          <SettingsSection title="Steps" text="In the order in which they happened.">
            <TrialSteps trial={trial} />
          </SettingsSection>
          {claims.length > 0 && (
            <SettingsSection
              title="Claims"
              text="The provider's claims about the person. Tokens are never shown or kept."
            >
              <TrialClaims claims={claims} />
            </SettingsSection>
          )}
        </SettingsSections>
      </>
    );
  },
);

function titleOf({ name, failure }: ProviderTrial): string {
  if (failure === null) return `${name} works`;
  return failure.step === "user" ? `${name} works, but this person is refused` : `${name} doesn't work yet`;
}
