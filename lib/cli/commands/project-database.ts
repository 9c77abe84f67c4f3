import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { showProjectDatabase } from "@/lib/services/project-database/show";
import { findProject } from "@/lib/sign-in/projects/find";

export function addProjectDatabaseCommand(tree: CommandTree, noun: Parameters<typeof addVerb>[1]): void {
  addVerb<{ none?: true }>(tree, noun, {
    usage: "database <project> [database]",
    description: "Print the ID of a project's database, or make a database of its organisation the project's.",
    examples: ["coppice project database Shop", "coppice project database Shop db_4k9x2m7q1w8e5r3t6y0u"],
    options: (command) => command.option("--none", "the project has no database then"),
    run: async (args, { none = false }) => {
      const given = args[1];
      if (none && given !== undefined) throw new UsageError("Name a database, or --none.");
      const shown = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, argument(args, 0));
        if (!none && given === undefined) return showProjectDatabase(ctx, address);
        return setProjectDatabase(ctx, { ...address, databaseId: given ?? null });
      });
      return { json: shown, text: `${shown.databaseId ?? "none"}\n` };
    },
  });
}
