import { machineVerb } from "@/lib/cli/define/verb";

export const commands = [
  machineVerb({
    usage: "migrate",
    description: "Bring the control plane to this version's schema, as a start does, without serving.",
    examples: ["", "--json"],
    run: (_input, { line }) => line.migrate(),
    json: ({ applied }) => ({ applied }),
    print: ({ text }) => text,
  }),
];
