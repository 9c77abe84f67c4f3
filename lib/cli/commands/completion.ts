import { UsageError } from "@/lib/cli/command-line";
import { commandPoints } from "@/lib/cli/completion/command-words";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";

const SHELLS = {
  bash: async () => (await import("@/lib/cli/completion/bash")).bashCompletion,
  zsh: async () => (await import("@/lib/cli/completion/zsh")).zshCompletion,
  fish: async () => (await import("@/lib/cli/completion/fish")).fishCompletion,
};
const NAMES = Object.keys(SHELLS).join(", ");

/** Adds the command that prints the completion of all others. */
export function addCompletionCommand(tree: CommandTree, loadAll: () => Promise<CommandTree["program"]>): void {
  addVerb(tree, tree.program, {
    usage: "completion <shell>",
    description: `Print the script that completes commands and options in a shell: ${NAMES}.`,
    examples: ["coppice completion bash > ~/.local/share/bash-completion/completions/coppice"],
    run: async (args) => {
      const shell = argument(args, 0);
      if (!isShell(shell)) throw new UsageError(`Unknown shell "${shell}". Available: ${NAMES}.`);
      const complete = await SHELLS[shell]();
      const program = await loadAll();
      const text = complete(program.name(), commandPoints(program));
      return { json: { shell, script: text }, text };
    },
  });
}

function isShell(text: string): text is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, text);
}
