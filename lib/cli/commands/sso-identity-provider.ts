import { z } from "zod";
import type { CommandLine } from "@/lib/cli/command-line";
import type { Options } from "@/lib/cli/define/options";
import { readList, readTextFile } from "@/lib/cli/read";
import { readSecret } from "@/lib/cli/secret-input";
import { CLIENT_AUTHENTICATIONS } from "@/lib/core/ports/identity-providers";

const text = z.string().optional();
const choice = z.boolean().optional();

export const IdentityProviderFields = z.object({
  ...{
    metadata: text,
    metadataUrl: text,
    metadataCertificate: text,
    signsRequests: choice,
    requiresEncryption: choice,
  },
  ...{ issuer: text, clientId: text, scopes: z.array(z.string()).optional() },
  authentication: z.enum(CLIENT_AUTHENTICATIONS).optional(),
  ...{ secretEnv: text, secretFile: text, secretStdin: choice },
});

/** The options that describe the identity provider of a connection. */
export const IDENTITY_PROVIDER_OPTIONS = {
  metadata: {
    flags: "--metadata <file>",
    help: "SAML: the identity provider's metadata, as XML",
    as: readTextFile,
  },
  metadataUrl: { flags: "--metadata-url <url>", help: "SAML: where the metadata is, which is read once an hour" },
  metadataCertificate: {
    flags: "--metadata-certificate <file>",
    help: "SAML: the certificate that the metadata there must be signed with, as PEM",
    as: readTextFile,
  },
  signsRequests: { flags: "--sign-requests", help: "SAML: sign requests", no: "SAML: leave requests unsigned" },
  requiresEncryption: {
    flags: "--require-encryption",
    help: "SAML: refuse an assertion that isn't encrypted",
    no: "SAML: take assertions that aren't encrypted, too",
  },
  issuer: { flags: "--issuer <url>", help: "OpenID Connect: the issuer's address" },
  clientId: { flags: "--client-id <id>", help: "OpenID Connect: the client ID there" },
  secretEnv: { flags: "--secret-env <name>", help: "the environment variable with the client secret" },
  secretFile: { flags: "--secret-file <file>", help: "the file with the client secret", as: readTextFile },
  secretStdin: { help: "read the client secret from standard input" },
  scopes: {
    flags: "--scopes <scopes>",
    help: "the scopes to ask for, separated by commas (default: openid,email,profile)",
    as: readList,
  },
  authentication: {
    flags: "--authentication <method>",
    help: "how the client authenticates, if the issuer's metadata is wrong",
  },
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
