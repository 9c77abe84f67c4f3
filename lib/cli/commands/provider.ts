import { z } from "zod";
import { type CommandLine, UsageError } from "@/lib/cli/command-line";
import { within } from "@/lib/cli/define/place";
import { project } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { readList, readTextFile } from "@/lib/cli/read";
import { readSecret } from "@/lib/cli/secret-input";
import { CLIENT_AUTHENTICATIONS, SOCIAL_PROVIDERS } from "@/lib/core/ports/identity-providers";
import { ProviderFields } from "@/lib/sign-in/projects/providers/fields";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { isKnownProvider, type Provider } from "@/lib/sign-in/projects/providers/resource";
import { setProvider } from "@/lib/sign-in/projects/providers/set";

const text = z.string().optional();

const SetInput = z.object({
  ...{ clientId: z.string(), secretEnv: text, secretFile: text, keepSecret: z.boolean(), disabled: z.boolean() },
  ...{ issuer: text, name: text, scopes: z.array(z.string()).optional() },
  ...{ authentication: z.enum(CLIENT_AUTHENTICATIONS).optional(), teamId: text, keyId: text },
});

export const commands = [
  verb({
    usage: "set <provider>",
    description:
      "Set a project's client at a provider, replacing an earlier one. With --issuer the provider is an OpenID Connect issuer of your own, under an ID that you choose. The client secret is read from standard input, from a file or from the variable named by --secret-env, never from arguments, which other users can see. Apple's is the private key, a .p8 file.",
    examples: [
      "github --client-id Iv1.8a61f9b3a7aba766 < client-secret.txt",
      "google --client-id 4711.apps.googleusercontent.com --secret-env GOOGLE_SECRET",
      "acme --issuer https://login.acme.example --name Acme --client-id shop --secret-env ACME_SECRET",
      "apple --client-id com.example.shop --team-id A1B2C3D4E5 --key-id F6G7H8I9J0 --secret-file AuthKey.p8",
    ],
    place: project,
    input: SetInput,
    options: {
      clientId: { flags: "--client-id <id>", help: "the client ID at the provider; Apple's Services ID" },
      secretEnv: { flags: "--secret-env <name>", help: "the environment variable with the client secret" },
      secretFile: { flags: "--secret-file <file>", help: "the file with the client secret", as: readTextFile },
      keepSecret: { help: "keep the client secret that is set already" },
      disabled: { help: "save it, but don't offer it for sign-in" },
      issuer: { flags: "--issuer <url>", help: "the issuer's address, for a provider of your own" },
      name: { help: "its name on buttons, for a provider of your own" },
      scopes: {
        ...{ flags: "--scopes <scopes>", as: readList },
        help: "the scopes to ask for, separated by commas (default: openid,email,profile)",
      },
      authentication: {
        flags: "--authentication <method>",
        help: "how the client authenticates, if the issuer's metadata is wrong",
      },
      teamId: { flags: "--team-id <id>", help: "Apple's team ID" },
      keyId: { flags: "--key-id <id>", help: "the ID of Apple's private key" },
    },
    read: async ({ disabled, secretEnv, secretFile, keepSecret, ...given }, line) => {
      if (given.issuer === undefined) requireKnown(given.provider);
      const clientSecret = keepSecret ? undefined : (secretFile ?? (await secretFrom(line, secretEnv)));
      return ProviderFields.parse({ ...given, clientSecret, isEnabled: !disabled });
    },
    run: (ctx, input) => setProvider(ctx, input),
    print: fields<Provider>({
      ...{ provider: "provider", name: "name", issuer: "issuer", "client id": "clientId", callback: "callbackUrl" },
      ...{ enabled: "isEnabled", "set (UTC)": "updatedAt" },
    }),
  }),
  verb({
    usage: "list",
    description: "List the configured providers. Secrets aren't shown.",
    place: project,
    run: listProviders,
    print: table<Provider>({
      ...{ provider: "provider", "client id": "clientId", enabled: "isEnabled", "set (UTC)": "updatedAt" },
    }),
  }),
  verb({
    usage: "remove",
    description: "Remove a provider's client and its secret.",
    place: within(project, "provider", "provider", "github"),
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
