import { z } from "zod";
import { machineVerb } from "@/lib/cli/define/verb";
import { parseSize } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";

const input = z.object({ size: z.int() });
const options = { size: { flags: "--size <size>", help: "such as 20G", as: parseSize } };

export const commands = [
  machineVerb({
    usage: "create",
    description: "Create and mount an XFS volume that shares blocks, so that branches don't copy data. Needs root.",
    examples: ["--size 20G"],
    ...{ input, options },
    run: async ({ size }, { line }) => {
      await line.createVolume(size);
      return { created: true, sizeBytes: size };
    },
    print: () => "The volume is mounted.",
  }),
  machineVerb({
    usage: "grow",
    description: "Enlarge the volume, even while the service runs. Needs root.",
    examples: ["--size 40G"],
    ...{ input, options },
    run: async ({ size }, { line }) => {
      await line.growVolume(size);
      return { grown: true, sizeBytes: size };
    },
    print: ({ sizeBytes }) => `The volume now has ${byteText(sizeBytes)}.`,
  }),
];
