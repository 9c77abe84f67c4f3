import { ProviderList } from "@/components/dashboard/projects/methods/provider-list";
import { SigningKeys } from "@/components/dashboard/projects/methods/signing-keys";
import { SettingsForm } from "@/components/dashboard/projects/settings/settings-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SettingsSection, SettingsSections } from "@/components/ui/settings-sections";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { callbackUrlOf } from "@/lib/sign-in/projects/providers/resource";
import { issuerOf } from "@/lib/sign-in/tokens/issue";
import { listSigningKeys } from "@/lib/sign-in/tokens/list";
import { projectPage } from "@/lib/web/current-project";
import { projectSettingSections } from "@/lib/web/project-settings";
import { saveProjectSettings } from "../../../project-actions";
import {
  removeProvider,
  revokeSigningKeys,
  rotateSigningKeys,
  setProvider,
  turnProvider,
} from "../../../provider-actions";
import { APPLE_PROVIDER, KNOWN_PROVIDER, OWN_PROVIDER } from "../../../provider-forms";

export const metadata = { title: "Sign-in methods" };

export default projectPage(async ({ organisationId, projectId, ctx, project, home, may, can, here }) => {
  const mayWrite = may("projects:write");
  const [providers, keys] = await Promise.all([
    listProviders(ctx, { organisationId, projectId }),
    listSigningKeys(ctx, { projectId }),
  ]);
  const save = mayWrite ? here(saveProjectSettings) : null;
  const sections = projectSettingSections(project.settings);
  const settings = (id: string) => sections.filter((section) => section.id === id);
  const changes = mayWrite
    ? {
        forms: { known: KNOWN_PROVIDER.form, apple: APPLE_PROVIDER.form, own: OWN_PROVIDER.form },
        set: here(setProvider),
        turn: here(turnProvider),
        remove: here(removeProvider),
        tryBase: `${home}/methods/try?provider=`,
      }
    : null;
  return (
    <>
      <PageHeading
        title="Methods"
        text={can("projects:write") ? null : "Developers, admins and owners can change how users sign in."}
      />
      <SettingsSections>
        {settings("methods").map((section) => (
          <SettingsSection key={section.id} anchor={section.id} title={section.title} text={section.text}>
            <SettingsForm section={section} save={save} />
          </SettingsSection>
        ))}
        <SettingsSection
          title="Providers"
          anchor="providers"
          text="Users sign in with an account they have. Only an email address that the provider has verified links it to an existing user. “Try it” runs a real sign-in, changes nothing and shows you each step."
        >
          <ProviderList
            providers={providers}
            callbackBase={callbackUrlOf(ctx.baseUrl, projectId, "")}
            changes={changes}
          />
        </SettingsSection>
        {settings("addresses").map((section) => (
          <SettingsSection key={section.id} anchor={section.id} title={section.title} text={section.text}>
            <SettingsForm section={section} save={save} />
          </SettingsSection>
        ))}
        <SettingsSection
          title="Signing keys"
          text="They sign the tokens that your servers verify. The algorithm and the lifetimes are in Settings."
        >
          <SigningKeys
            keys={keys}
            issuer={issuerOf(projectId, ctx.baseUrl)}
            rotate={may("project-keys:write") ? here(rotateSigningKeys) : null}
            revoke={may("project-keys:admin") ? here(revokeSigningKeys) : null}
          />
        </SettingsSection>
      </SettingsSections>
    </>
  );
});
