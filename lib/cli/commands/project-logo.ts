import { readFile } from "node:fs/promises";
import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { findProject } from "@/lib/sign-in/projects/find";
import { setLogo } from "@/lib/sign-in/projects/set-logo";

type Noun = Parameters<typeof addVerb>[1];

export function addLogoCommands(tree: CommandTree, noun: Noun): void {
  addVerb(tree, noun, {
    usage: "set-logo <project> <file>",
    description: "Set the logo of a project's hosted pages and mails: a PNG, JPEG or WebP image of at most 256 kB.",
    examples: ["coppice project set-logo Shop ./logo.png"],
    run: async (args) => {
      const content = await readFile(argument(args, 1)).catch(() => {
        throw new UsageError(`Can't read ${argument(args, 1)}.`);
      });
      return change(tree, argument(args, 0), new Uint8Array(content), "has a new logo");
    },
  });
  addVerb(tree, noun, {
    usage: "remove-logo <project>",
    description: "Remove a project's logo. Its name is shown instead.",
    examples: ["coppice project remove-logo Shop"],
    run: (args) => change(tree, argument(args, 0), null, "has no logo now"),
  });
}

async function change(tree: CommandTree, name: string, content: Uint8Array<ArrayBuffer> | null, outcome: string) {
  const address = await tree.line.withSession(async ({ ctx }) => {
    const found = await findProject(ctx, name);
    await setLogo(ctx, { ...found, content });
    return found;
  });
  return { json: { projectId: address.projectId }, text: `${name} ${outcome}.\n` };
}
