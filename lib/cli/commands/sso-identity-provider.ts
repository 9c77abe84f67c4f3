import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { Option } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { readSecret } from "@/lib/cli/secret-input";
import type { CommandTree } from "@/lib/cli/subcommand";
import { CLIENT_AUTHENTICATIONS, type ClientAuthentication } from "@/lib/core/ports/identity-providers";

export interface IdentityProviderOptions {
  metadata?: string;
  metadataUrl?: string;
  metadataCertificate?: string;
  issuer?: string;
  clientId?: string;
  secretEnv?: string;
  secretFile?: string;
  secretStdin?: boolean;
  scopes?: string;
  signRequests?: boolean;
  requireEncryption?: boolean;
  authentication?: ClientAuthentication;
}

/** Adds the options that describe the identity provider of a connection. */
export function addIdentityProviderOptions(command: Command): Command {
  const authentication = "how the client authenticates, if the issuer's metadata is wrong";
  return command
    .option("--metadata <file>", "SAML: the identity provider's metadata, as XML")
    .option("--metadata-url <url>", "SAML: where the metadata is, which is read once an hour")
    .option(
      "--metadata-certificate <file>",
      "SAML: the certificate that the metadata there must be signed with, as PEM",
    )
    .option("--sign-requests", "SAML: sign requests")
    .option("--no-sign-requests", "SAML: leave requests unsigned")
    .option("--require-encryption", "SAML: refuse an assertion that isn't encrypted")
    .option("--no-require-encryption", "SAML: take assertions that aren't encrypted, too")
    .option("--issuer <url>", "OpenID Connect: the issuer's address")
    .option("--client-id <id>", "OpenID Connect: the client ID there")
    .option("--secret-env <name>", "the environment variable with the client secret")
    .option("--secret-file <file>", "the file with the client secret")
    .option("--secret-stdin", "read the client secret from standard input")
    .option("--scopes <scopes>", "the scopes to ask for, separated by commas (default: openid,email,profile)")
    .addOption(new Option("--authentication <method>", authentication).choices(CLIENT_AUTHENTICATIONS));
}

/** Returns the fields that the options give. The secret never comes from arguments, which other users can see. */
export async function readIdentityProvider(tree: CommandTree, options: IdentityProviderOptions) {
  const {
    signRequests: signsRequests,
    requireEncryption: requiresEncryption,
    issuer,
    clientId,
    scopes,
    authentication,
  } = options;
  const clientSecret = await secretFrom(tree, options);
  const oidc = { issuer, clientId, clientSecret, scopes: scopes?.split(","), authentication };
  const isOidc = Object.values(oidc).some((value) => value !== undefined);
  return {
    ...(await readSaml(options)),
    ...(signsRequests !== undefined && { signsRequests }),
    ...(requiresEncryption !== undefined && { requiresEncryption }),
    ...(isOidc && { oidc }),
  };
}

async function readSaml({ metadata, metadataUrl, metadataCertificate: file }: IdentityProviderOptions) {
  if (metadata !== undefined) return { saml: { metadata: await readText(metadata) } };
  if (metadataUrl === undefined) return {};
  return { saml: { metadataUrl, ...(file !== undefined && { metadataCertificate: await readText(file) }) } };
}

async function secretFrom(tree: CommandTree, { secretEnv, secretFile, secretStdin }: IdentityProviderOptions) {
  if (secretFile !== undefined) return (await readText(secretFile)).trim();
  if (secretEnv === undefined && !secretStdin) return undefined;
  return readSecret(tree.line, { label: "Client secret", variableName: secretEnv });
}

async function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => {
    throw new UsageError(`Can't read ${path}.`);
  });
}
