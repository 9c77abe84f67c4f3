import { z } from "zod";
import { organisation } from "@/lib/cli/define/places";
import { verb } from "@/lib/cli/define/verb";
import { ORGANISATION_FLAGS, setFlag } from "@/lib/people/organisations/set-flag";
import { printOrganisation } from "./organisation";

export const commands = [
  verb({
    usage: "set <flag> <on|off>",
    description: `Switch a feature on or off for an organisation: ${ORGANISATION_FLAGS.join(", ")}.`,
    examples: ["management_api on"],
    place: organisation,
    input: z.object({ flag: z.enum(ORGANISATION_FLAGS), "on|off": z.enum(["on", "off"]) }),
    run: (ctx, { "on|off": value, ...input }) => setFlag(ctx, { ...input, isOn: value === "on" }),
    print: printOrganisation,
  }),
];
