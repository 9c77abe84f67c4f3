import type { Command } from "commander";
import { type Demo, seedDemo } from "@/lib/cli/demo/seed";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields } from "@/lib/cli/table";

export function addDemoCommands(tree: CommandTree, noun: Command): void {
  addVerb(tree, noun, {
    usage: "seed",
    description:
      "Create an organisation with members, keys and databases with data, while the service runs. Existing data is kept.",
    examples: ["coppice demo seed", "coppice demo seed --json"],
    run: async () => {
      const demo = await tree.line.withSession(({ ctx }) => seedDemo(ctx), "hosts");
      return { json: demo, text: describeDemo(demo) };
    },
  });
}

function describeDemo({ organisationId, organisationName, ownerEmail, ownerPassword, databases }: Demo): string {
  return formatFields([
    ["Organisation", `${organisationName} (${organisationId})`],
    ["Databases", databases.join(", ")],
    ["Owner", ownerEmail],
    ["Password", ownerPassword ?? "unchanged since the account was created"],
  ]);
}
