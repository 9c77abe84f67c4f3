import { Option } from "commander";
import { addNoun, addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { parseSize } from "@/lib/cli/values";

export function addVolumeCommands(tree: CommandTree): void {
  const noun = addNoun(tree, "volume", "Storage for the embedded databases.");
  addVerb<{ size: number }>(tree, noun, {
    usage: "create",
    description: "Make and mount an XFS volume that shares blocks, so that a branch takes no copying. Needs root.",
    examples: ["coppice volume create --size 20G"],
    options: (command) =>
      command.addOption(new Option("--size <size>", "such as 20G").argParser(parseSize).makeOptionMandatory()),
    run: async (_args, { size }) => {
      await tree.line.createVolume(size);
      return { json: { created: true, sizeBytes: size }, text: "The volume is mounted.\n" };
    },
  });
}
