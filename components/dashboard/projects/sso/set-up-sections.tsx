import { SettingsSection } from "@/components/ui/settings-sections";
import type { SsoConnection, SsoSetUpState } from "@/lib/sign-in/sso/connections/resource";
import { Addresses } from "./addresses";
import type { SetUpChanges } from "./changes";
import { Domains } from "./domains";
import { IdentityProvider } from "./identity-provider";
import { OwnKey } from "./own-key";
import { SetUpLink } from "./set-up-link";

interface Props {
  connection: SsoConnection;
  setUpLink: SsoSetUpState | null;
  /** `null` for a member who may not change it. */
  changes: SetUpChanges | null;
}

/** The sections that make a connection work, of a project or of an organisation. */
export function SetUpSections({ connection, setUpLink, changes }: Props) {
  return (
    <>
      {changes && !connection.enabled && (
        <SettingsSection
          title="Set-up link"
          anchor="set-up"
          text="With this link, the company's administrator completes the set-up without an account here."
        >
          <SetUpLink state={setUpLink} changes={changes} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Addresses"
        anchor="addresses"
        text="The company's administrator enters them at the identity provider."
      >
        <Addresses connection={connection} />
      </SettingsSection>
      <SettingsSection title="Identity provider" anchor="provider" text="The values that the administrator gives you.">
        <IdentityProvider
          connection={connection}
          setMetadata={changes?.setMetadata ?? null}
          setClient={changes?.setClient ?? null}
        />
      </SettingsSection>
      {connection.serviceProvider.certificate && (
        <SettingsSection
          title="Own key"
          anchor="key"
          text="It decrypts assertions and signs requests. The connection's metadata has its certificate."
        >
          <OwnKey of={connection.serviceProvider} changes={changes} />
        </SettingsSection>
      )}
      <SettingsSection
        title="Domains"
        anchor="domains"
        text="The company vouches for addresses of its verified domains alone. Their records are looked up every day."
      >
        <Domains domains={connection.domains} changes={changes} />
      </SettingsSection>
    </>
  );
}
