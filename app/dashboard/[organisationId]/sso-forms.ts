import { z } from "zod";
import { ConnectionFields } from "@/lib/sign-in/sso/connections/fields";
import { OidcClient } from "@/lib/sign-in/sso/connections/oidc-client";
import { SSO_PROTOCOLS } from "@/lib/sign-in/sso/connections/resource";
import { AddSsoDomainInput } from "@/lib/sign-in/sso/domains/add";
import { defineForm } from "@/lib/web/forms/define-form";

export const SSO_DOMAIN = defineForm(AddSsoDomainInput, { title: "Add domain", submit: "Add domain" });

/** The identity provider is set on the page of the connection. */
export const CONNECTION = defineForm(
  z.object({
    name: ConnectionFields.name,
    protocol: z.enum(SSO_PROTOCOLS).meta({
      form: {
        label: "Protocol",
        kind: "radios",
        choices: {
          saml: { label: "SAML 2.0", note: "Okta, Microsoft Entra ID, Google Workspace and most others" },
          oidc: { label: "OpenID Connect", note: "With an issuer, a client ID and a client secret" },
        },
      },
    }),
  }),
  { start: { protocol: "saml" }, title: "Create connection", submit: "Create connection" },
);

/** The metadata itself is a file, or pasted. */
export const METADATA = defineForm(z.object({ metadataUrl: ConnectionFields.saml.shape.metadataUrl }), {
  title: "Metadata",
  submit: "Save metadata",
  done: "Metadata saved",
});

/** An empty field leaves the current value. */
export const CLIENT = defineForm(OidcClient, {
  omit: ["scopes", "authentication"],
  title: "Client",
  submit: "Save client",
  done: "Client saved",
});
