import { CopyField } from "@/components/ui/copy-field";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import classes from "./sso.module.css";

type Shown = readonly [name: string, value: string, calledThere: string];

/** The values that the company's administrator enters at the identity provider. */
export function Addresses({ connection }: { connection: Pick<SsoConnection, "protocol" | "serviceProvider"> }) {
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
