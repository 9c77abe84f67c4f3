import { z } from "zod";
import type { CommandLine } from "@/lib/cli/command-line";
import { textFile } from "@/lib/cli/define/kinds";
import type { Options } from "@/lib/cli/define/options";
import { readSecret } from "@/lib/cli/secret-input";
import { CLIENT_OPTIONS, CLIENT_SECRET_OPTIONS, ClientFields } from "./client-options";

const text = z.string().optional();
const choice = z.boolean().optional();

export const IdentityProviderFields = ClientFields.extend({
  ...{ metadata: text, metadataUrl: text, metadataCertificate: text },
  ...{ signsRequests: choice, requiresEncryption: choice, secretStdin: choice, issuer: text, clientId: text },
});

/** The options that describe the identity provider of a connection. */
export const IDENTITY_PROVIDER_OPTIONS = {
  metadata: textFile("SAML: the identity provider's metadata, as XML"),
  metadataUrl: "<url>  SAML: where the metadata is, which is read once an hour",
  metadataCertificate: textFile("SAML: the certificate that the metadata there must be signed with, as PEM"),
  signsRequests: { flags: "--sign-requests", help: "SAML: sign requests", no: "SAML: leave requests unsigned" },
  requiresEncryption: {
    flags: "--require-encryption",
    help: "SAML: refuse an assertion that isn't encrypted",
    no: "SAML: take assertions that aren't encrypted, too",
  },
  issuer: "<url>  OpenID Connect: the issuer's address",
  clientId: "<id>  OpenID Connect: the client ID there",
  ...CLIENT_SECRET_OPTIONS,
  secretStdin: "read the client secret from standard input",
  ...CLIENT_OPTIONS,
} satisfies Options;

/** Returns the fields that the options give. The secret never comes from arguments, which other users can see. */
export async function readIdentityProvider(line: CommandLine, given: z.output<typeof IdentityProviderFields>) {
  const { metadata, metadataUrl, metadataCertificate, issuer, clientId, scopes, authentication, ...rest } = given;
  const { secretEnv, secretFile, secretStdin, ...saml } = rest;
  const isAsked = secretEnv !== undefined || secretStdin;
  const clientSecret =
    secretFile?.trim() ??
    (isAsked ? await readSecret(line, { label: "Client secret", variableName: secretEnv }) : undefined);
  const oidc = { issuer, clientId, clientSecret, scopes, authentication };
  return {
    ...saml,
    ...(metadata !== undefined && { saml: { metadata } }),
    ...(metadata === undefined && metadataUrl !== undefined && { saml: { metadataUrl, metadataCertificate } }),
    ...(Object.values(oidc).some((value) => value !== undefined) && { oidc }),
  };
}
