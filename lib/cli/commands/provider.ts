import { z } from "zod";
import { type CommandLine, UsageError } from "@/lib/cli/command-line";
import { project } from "@/lib/cli/define/places";
import { readSecret } from "@/lib/cli/secret-input";
import { SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";
import { ProviderFields } from "@/lib/sign-in/projects/providers/fields";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { isKnownProvider } from "@/lib/sign-in/projects/providers/resource";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { CLIENT_OPTIONS, CLIENT_SECRET_OPTIONS, ClientFields } from "./client-options";

const { clientId, issuer, name, teamId, keyId } = ProviderFields.shape;

export const commands = [
  project.verb("set <provider>", {
    description:
      "Set a project's client at a provider, replacing an earlier one. With --issuer the provider is an OpenID Connect issuer of your own, under an ID that you choose. The client secret is read from standard input, from a file or from the variable named by --secret-env, never from arguments, which other users can see. Apple's is the private key, a .p8 file.",
    examples: [
      "github --client-id Iv1.8a61f9b3a7aba766 < client-secret.txt",
      "google --client-id 4711.apps.googleusercontent.com --secret-env GOOGLE_SECRET",
      "acme --issuer https://login.acme.example --name Acme --client-id shop --secret-env ACME_SECRET",
      "apple --client-id com.example.shop --team-id A1B2C3D4E5 --key-id F6G7H8I9J0 --secret-file AuthKey.p8",
    ],
    input: ClientFields.extend({
      ...{ clientId, issuer, name, teamId, keyId, keepSecret: z.boolean(), disabled: z.boolean() },
    }),
    options: {
      clientId: "<id>  the client ID at the provider; Apple's Services ID",
      ...CLIENT_SECRET_OPTIONS,
      keepSecret: "keep the client secret that is set already",
      disabled: "save it, but don't offer it for sign-in",
      issuer: "<url>  the issuer's address, for a provider of your own",
      name: "its name on buttons, for a provider of your own",
      ...CLIENT_OPTIONS,
      teamId: "<id>  Apple's team ID",
      keyId: "<id>  the ID of Apple's private key",
    },
    read: async ({ disabled, secretEnv, secretFile, keepSecret, ...given }, line) => {
      if (given.issuer === undefined) requireKnown(given.provider);
      const clientSecret = keepSecret ? undefined : (secretFile ?? (await secretFrom(line, secretEnv)));
      return ProviderFields.parse({ ...given, clientSecret, isEnabled: !disabled });
    },
    run: (ctx, input) => setProvider(ctx, input),
    columns: [
      "provider",
      "name",
      "issuer",
      "clientId",
      { callback: "callbackUrl" },
      "isEnabled",
      { "set (UTC)": "updatedAt" },
    ],
  }),
  project.verb("list", {
    description: "List the configured providers. Secrets aren't shown.",
    run: listProviders,
    columns: ["provider", "clientId", "isEnabled", { "set (UTC)": "updatedAt" }],
  }),
  project.within("provider", "provider", "github").verb("remove", {
    description: "Remove a provider's client and its secret.",
    run: removeProvider,
    print: ({ provider, clientId }) => `Removed ${provider} (${clientId}).`,
  }),
];

function secretFrom(line: CommandLine, variableName: string | undefined): Promise<string> {
  return readSecret(line, { label: "Client secret", variableName });
}

function requireKnown(provider: string): void {
  if (isKnownProvider(provider)) return;
  const known = SOCIAL_PROVIDERS.join(", ");
  throw new UsageError(`Unknown provider "${provider}". Available: ${known}, and your own with --issuer.`);
}
