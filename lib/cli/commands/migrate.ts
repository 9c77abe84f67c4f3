import { z } from "zod";
import type { CommandLine, MigrationOutcome } from "@/lib/cli/command-line";
import { machineVerb } from "@/lib/cli/define/verb";

export const commands = [
  machineVerb("migrate", {
    description:
      "Bring the control plane to this version's schema, as a start does, without serving; or, for the embedded one, back to the copy from before the last upgrade.",
    examples: ["", "--json", "--back"],
    input: z.object({ back: z.boolean() }),
    options: { back: "go back to before the last upgrade; changes since to accounts and projects are lost" },
    run: async ({ back }, { line }): Promise<MigrationOutcome | UndoneUpgrade> => (back ? undo(line) : line.migrate()),
    json: ({ text: _, ...result }) => result,
    print: ({ text }) => text,
  }),
];

interface UndoneUpgrade {
  /** The minute as of which the control plane is again. */
  time: string;
  keptIn: string;
  text: string;
}

async function undo(line: CommandLine): Promise<UndoneUpgrade> {
  const { time, keptIn } = await line.undoUpgrade();
  const kept = `The newer data is kept in ${keptIn} until the next upgrade.`;
  return { time, keptIn, text: `The control plane is as it was on ${time}. ${kept} Start the older version.` };
}
