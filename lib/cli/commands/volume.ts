import { type Command, Option } from "commander";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { parseSize } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";

export function addVolumeCommands(tree: CommandTree, noun: Command): void {
  const withSize = (command: Command) =>
    command.addOption(new Option("--size <size>", "such as 20G").argParser(parseSize).makeOptionMandatory());
  addVerb<{ size: number }>(tree, noun, {
    usage: "create",
    description: "Create and mount an XFS volume that shares blocks, so that branches don't copy data. Needs root.",
    examples: ["coppice volume create --size 20G"],
    options: withSize,
    run: async (_args, { size }) => {
      await tree.line.createVolume(size);
      return { json: { created: true, sizeBytes: size }, text: "The volume is mounted.\n" };
    },
  });
  addVerb<{ size: number }>(tree, noun, {
    usage: "grow",
    description: "Enlarge the volume, even while the service runs. Needs root.",
    examples: ["coppice volume grow --size 40G"],
    options: withSize,
    run: async (_args, { size }) => {
      await tree.line.growVolume(size);
      return { json: { grown: true, sizeBytes: size }, text: `The volume now has ${byteText(size)}.\n` };
    },
  });
}
