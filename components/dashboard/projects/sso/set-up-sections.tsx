import { CopyField } from "@/components/ui/copy-field";
import { SettingsSection } from "@/components/ui/settings-sections";
import type { SsoConnection, SsoSetUpState } from "@/lib/sign-in/sso/connections/resource";
import type { SetUpChanges } from "./changes";
import { Domains } from "./domains";
import { IdentityProvider } from "./identity-provider";
import { OwnKey } from "./own-key";
import { SetUpLink } from "./set-up-link";
import classes from "./sso.module.css";

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
        <IdentityProvider connection={connection} changes={changes} />
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

type Shown = readonly [name: string, value: string, calledThere: string];

/** The values that the company's administrator enters at the identity provider. */
function Addresses({ connection }: { connection: Pick<SsoConnection, "protocol" | "serviceProvider"> }) {
  const { entityId, acsUrl, redirectUri, postLogoutRedirectUri, startUrl } = connection.serviceProvider;
  const shown: readonly Shown[] =
    connection.protocol === "oidc"
      ? [
          ["Redirect URI", redirectUri, "Sign-in redirect URI in Okta, Redirect URI in Entra ID"],
          [
            "Post-logout redirect URI",
            postLogoutRedirectUri,
            "Sign-out redirect URI in Okta, another Redirect URI in Entra ID",
          ],
          ["Start URL", startUrl, "A link for the company's portal, which starts a sign-in"],
        ]
      : [
          ["ACS URL", acsUrl, "Single sign-on URL in Okta, Reply URL in Entra ID, Valid redirect URI in Keycloak"],
          ["Entity ID", entityId, "Audience URI in Okta, Identifier in Entra ID, Client ID in Keycloak"],
          ["Metadata URL", entityId, "Most identity providers can read the two from here"],
          ["Start URL", startUrl, "A link for the company's portal, which starts a sign-in"],
        ];
  return (
    <dl className={classes.addresses}>
      {shown.map(([name, value, calledThere]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <CopyField label={name} text={value} />
            <p className={classes.meta}>{calledThere}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
