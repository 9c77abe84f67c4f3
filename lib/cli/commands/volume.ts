import { z } from "zod";
import { size } from "@/lib/cli/define/kinds";
import { machineVerb } from "@/lib/cli/define/verb";
import { byteText } from "@/lib/core/byte-text";

const input = z.object({ size: z.int() });
const options = { size: size("such as 20G") };

export const commands = [
  machineVerb("create", {
    description: "Create and mount an XFS volume that shares blocks, so that branches don't copy data. Needs root.",
    examples: ["--size 20G"],
    ...{ input, options },
    run: async ({ size }, { line }) => {
      await line.createVolume(size);
      return { created: true, sizeBytes: size };
    },
    print: () => "The volume is mounted.",
  }),
  machineVerb("grow", {
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
