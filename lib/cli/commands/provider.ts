import { UsageError } from "@/lib/cli/command-line";
import { readSecret } from "@/lib/cli/secret-input";
import { addNoun, addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";
import { findProject } from "@/lib/sign-in/projects/find";
import { listProviders } from "@/lib/sign-in/projects/providers/list";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import type { Provider } from "@/lib/sign-in/projects/providers/resource";
import { SetProviderInput, setProvider } from "@/lib/sign-in/projects/providers/set";

interface SetOptions {
  clientId: string;
  secretEnv?: string;
  disabled?: boolean;
}

export function addProviderCommands(tree: CommandTree): void {
  const noun = addNoun(tree, "provider", `Social sign-in of a project: ${SOCIAL_PROVIDERS.join(", ")}.`);
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
      const provider = parseProvider(argument(args, 1));
      const removed = await tree.line.withSession(async ({ ctx }) =>
        removeProvider(ctx, { ...(await findProject(ctx, argument(args, 0))), provider }),
      );
      return { json: removed, text: `Removed ${removed.provider} (${removed.clientId}).\n` };
    },
  });
}

function addSet(tree: CommandTree, noun: ReturnType<typeof addNoun>): void {
  addVerb<SetOptions>(tree, noun, {
    usage: "set <project> <provider>",
    description:
      "Set a project's client at a provider, replacing an earlier one. The client secret is read from standard input or from the variable named by --secret-env, never from arguments, which other users can see.",
    examples: [
      "coppice provider set Shop github --client-id Iv1.8a61f9b3a7aba766 < client-secret.txt",
      "coppice provider set Shop google --client-id 4711.apps.googleusercontent.com --secret-env GOOGLE_SECRET",
    ],
    options: (command) =>
      command
        .requiredOption("--client-id <id>", "the client ID at the provider")
        .option("--secret-env <name>", "the environment variable with the client secret")
        .option("--disabled", "save it, but don't offer it for sign-in"),
    run: async (args, { clientId, secretEnv, disabled = false }) => {
      const provider = parseProvider(argument(args, 1));
      const clientSecret = await readSecret(tree.line, { label: "Client secret", variableName: secretEnv });
      const values = { provider, clientId, clientSecret, isEnabled: !disabled };
      const input = SetProviderInput.omit({ organisationId: true, projectId: true }).parse(values);
      const set = await tree.line.withSession(async ({ ctx }) =>
        setProvider(ctx, { ...(await findProject(ctx, argument(args, 0))), ...input }),
      );
      return { json: set, text: describeProvider(set) };
    },
  });
}

function parseProvider(text: string): SocialProvider {
  const provider = SOCIAL_PROVIDERS.find((known) => known === text);
  if (!provider) throw new UsageError(`Unknown provider "${text}". Available: ${SOCIAL_PROVIDERS.join(", ")}.`);
  return provider;
}

function describeProvider(provider: Provider): string {
  return formatFields([
    ["provider", provider.provider],
    ["client id", provider.clientId],
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
