import { z } from "zod";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";
import { PROVIDER_FIELDS } from "@/lib/sign-in/projects/providers/fields";
import { defineForm } from "@/lib/web/forms/define-form";

const { provider, clientId, clientSecret, name, issuer, teamId, keyId } = PROVIDER_FIELDS;
const words = { title: "Add provider", submit: "Add provider" };

const privateKey = clientSecret.unwrap().meta({
  form: {
    ...{ label: "Private key", kind: "long", rows: 4, placeholder: "-----BEGIN PRIVATE KEY-----" },
    note: "The whole .p8 file from Apple. Stored encrypted, and never shown again.",
  },
});

const scopes = z
  .string()
  .max(1_000)
  .meta({ form: { label: "Scopes", note: "Separated by spaces." } });

const authentication = z.enum(["", ...CLIENT_AUTHENTICATIONS]).meta({
  form: {
    label: "Client authentication",
    choices: {
      "": "As the issuer says",
      client_secret_basic: "Header (client_secret_basic)",
      client_secret_post: "Form (client_secret_post)",
    },
  },
});

/** The one action of these forms leaves all checks to the verb. */
export const KNOWN_PROVIDER = defineForm(z.object({ clientId, clientSecret: clientSecret.unwrap() }), words);

export const APPLE_PROVIDER = defineForm(
  z.object({ clientId, teamId: teamId.unwrap(), keyId: keyId.unwrap(), clientSecret: privateKey }),
  words,
);

/** An issuer of the project's own. */
export const OWN_PROVIDER = defineForm(
  z.object({
    ...{ name: name.unwrap(), provider, issuer: issuer.unwrap(), scopes, authentication },
    ...{ clientId, clientSecret: clientSecret.unwrap() },
  }),
  { ...words, start: { scopes: "openid email profile" } },
);
