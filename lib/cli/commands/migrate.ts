import { addVerb, type CommandTree } from "@/lib/cli/subcommand";

export function addMigrateCommand(tree: CommandTree): void {
  addVerb(tree, tree.program, {
    usage: "migrate",
    description: "Bring the control plane to this version's schema, as a start does, without serving.",
    examples: ["coppice migrate", "coppice migrate --json"],
    run: async () => {
      const { applied, text } = await tree.line.migrate();
      return { json: { applied }, text: `${text}\n` };
    },
  });
}
