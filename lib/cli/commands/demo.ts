import { type Demo, seedDemo } from "@/lib/cli/demo/seed";
import { addNoun, addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields } from "@/lib/cli/table";

export function addDemoCommands(tree: CommandTree): void {
  const noun = addNoun(tree, "demo", "An organisation to try the dashboard on.");
  addVerb(tree, noun, {
    usage: "seed",
    description:
      "Make an organisation with members, keys, and databases that hold rows, while the service runs. What is there stays.",
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
    ["Password", ownerPassword ?? "as it was when the account was made"],
  ]);
}
