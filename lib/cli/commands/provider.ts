import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { readSecret } from "@/lib/cli/secret-input";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import {
  CLIENT_AUTHENTICATIONS,
  type ClientAuthentication,
  SOCIAL_PROVIDERS,
} from "@/lib/core/ports/identity-providers";
import { findProject } from "@/lib/sign-in/projects/find";
import { ProviderFields } from "@/lib/sign-in/projects/providers/fields";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { isKnownProvider, type Provider } from "@/lib/sign-in/projects/providers/resource";
import { setProvider } from "@/lib/sign-in/projects/providers/set";

interface SetOptions {
  clientId: string;
  secretEnv?: string;
  secretFile?: string;
  keepSecret?: boolean;
  disabled?: boolean;
  issuer?: string;
  name?: string;
  scopes?: string;
  authentication?: ClientAuthentication;
  teamId?: string;
  keyId?: string;
}

export function addProviderCommands(tree: CommandTree, noun: Command): void {
  addSet(tree, noun);
  addVerb(tree, noun, {
    usage: "list <project>",
    description: "List the configured providers. Secrets aren't shown.",
    examples: ["coppice provider list Shop"],
    run: async (args) => {
      const items = await tree.line.withSession(async ({ ctx }) =>
        listProviders(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb(tree, noun, {
    usage: "remove <project> <provider>",
    description: "Remove a provider's client and its secret.",
    examples: ["coppice provider remove Shop github"],
    run: async (args) => {
      const provider = argument(args, 1);
      const removed = await tree.line.withSession(async ({ ctx }) =>
        removeProvider(ctx, { ...(await findProject(ctx, argument(args, 0))), provider }),
      );
      return { json: removed, text: `Removed ${removed.provider} (${removed.clientId}).\n` };
    },
  });
}

function addSet(tree: CommandTree, noun: Command): void {
  addVerb<SetOptions>(tree, noun, {
    usage: "set <project> <provider>",
    description:
      "Set a project's client at a provider, replacing an earlier one. With --issuer the provider is an OpenID Connect issuer of your own, under an ID that you choose. The client secret is read from standard input, from a file or from the variable named by --secret-env, never from arguments, which other users can see. Apple's is the private key, a .p8 file.",
    examples: [
      "coppice provider set Shop github --client-id Iv1.8a61f9b3a7aba766 < client-secret.txt",
      "coppice provider set Shop google --client-id 4711.apps.googleusercontent.com --secret-env GOOGLE_SECRET",
      "coppice provider set Shop acme --issuer https://login.acme.example --name Acme --client-id shop --secret-env ACME_SECRET",
      "coppice provider set Shop apple --client-id com.example.shop --team-id A1B2C3D4E5 --key-id F6G7H8I9J0 --secret-file AuthKey.p8",
    ],
    options: (command) =>
      command
        .requiredOption("--client-id <id>", "the client ID at the provider; Apple's Services ID")
        .option("--secret-env <name>", "the environment variable with the client secret")
        .option("--secret-file <file>", "the file with the client secret")
        .option("--keep-secret", "keep the client secret that is set already")
        .option("--disabled", "save it, but don't offer it for sign-in")
        .option("--issuer <url>", "the issuer's address, for a provider of your own")
        .option("--name <name>", "its name on buttons, for a provider of your own")
        .option("--scopes <scopes>", "the scopes to ask for, separated by commas (default: openid,email,profile)")
        .addOption(
          new Option(
            "--authentication <method>",
            "how the client authenticates, if the issuer's metadata is wrong",
          ).choices(CLIENT_AUTHENTICATIONS),
        )
        .option("--team-id <id>", "Apple's team ID")
        .option("--key-id <id>", "the ID of Apple's private key"),
    run: async (args, options) => {
      const { clientId, disabled = false, issuer, name, scopes, authentication, teamId, keyId } = options;
      const provider = argument(args, 1);
      if (issuer === undefined) requireKnown(provider);
      const clientSecret = await secretFrom(tree, options);
      const ofIssuer = { issuer, name, scopes: scopes?.split(","), authentication };
      const values = { provider, clientId, clientSecret, isEnabled: !disabled, ...ofIssuer, teamId, keyId };
      const input = ProviderFields.parse(values);
      const set = await tree.line.withSession(async ({ ctx }) =>
        setProvider(ctx, { ...(await findProject(ctx, argument(args, 0))), ...input }),
      );
      return { json: set, text: describeProvider(set) };
    },
  });
}

async function secretFrom(tree: CommandTree, { secretEnv, secretFile, keepSecret }: SetOptions) {
  if (keepSecret) return undefined;
  if (secretFile === undefined) return readSecret(tree.line, { label: "Client secret", variableName: secretEnv });
  return readFile(secretFile, "utf8").catch(() => {
    throw new UsageError(`Can't read ${secretFile}.`);
  });
}

function requireKnown(provider: string): void {
  if (isKnownProvider(provider)) return;
  const known = SOCIAL_PROVIDERS.join(", ");
  throw new UsageError(`Unknown provider "${provider}". Available: ${known}, and your own with --issuer.`);
}

function describeProvider(provider: Provider): string {
  return formatFields([
    ["provider", provider.provider],
    ["name", provider.name],
    ...(provider.issuer === null ? [] : [["issuer", provider.issuer] as const]),
    ["client id", provider.clientId],
    ["callback", provider.callbackUrl],
    ["enabled", provider.isEnabled ? "yes" : "no"],
    ["set (UTC)", formatMoment(provider.updatedAt)],
  ]);
}

function tableOf(items: readonly Provider[]): string {
  return formatTable(
    ["PROVIDER", "CLIENT ID", "ENABLED", "SET (UTC)"],
    items.map((item) => [item.provider, item.clientId, item.isEnabled ? "yes" : "no", formatMoment(item.updatedAt)]),
  );
}
