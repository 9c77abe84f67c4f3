import { z } from "zod";
import { commandPoints } from "@/lib/cli/completion/command-words";
import { machineVerb } from "@/lib/cli/define/verb";

const SHELLS = {
  bash: async () => (await import("@/lib/cli/completion/bash")).bashCompletion,
  zsh: async () => (await import("@/lib/cli/completion/zsh")).zshCompletion,
  fish: async () => (await import("@/lib/cli/completion/fish")).fishCompletion,
};

/** The command that prints the completion of all others. */
export const commands = [
  machineVerb("completion <shell>", {
    description: `Print the script that completes commands and options in a shell: ${Object.keys(SHELLS).join(", ")}.`,
    examples: ["bash > ~/.local/share/bash-completion/completions/coppice"],
    input: z.object({ shell: z.enum(["bash", "zsh", "fish"]) }),
    run: async ({ shell }, { loadAll }) => {
      const [complete, program] = [await SHELLS[shell](), await loadAll()];
      return { shell, script: complete(program.name(), commandPoints(program)) };
    },
    print: ({ script }) => script,
  }),
];
