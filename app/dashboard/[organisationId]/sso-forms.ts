import { z } from "zod";
import { ConnectionFields } from "@/lib/sign-in/sso/connections/fields";
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
