import { z } from "zod";
import { organisation } from "@/lib/cli/define/places";
import { ORGANISATION_FLAGS, setFlag } from "@/lib/people/organisations/set-flag";
import { ORGANISATION_COLUMNS } from "./organisation";

export const commands = [
  organisation.verb("set <flag> <on|off>", {
    description: `Switch a feature on or off for an organisation: ${ORGANISATION_FLAGS.join(", ")}.`,
    examples: ["management_api on"],
    input: z.object({ flag: z.enum(ORGANISATION_FLAGS), "on|off": z.enum(["on", "off"]) }),
    run: (ctx, { "on|off": value, ...input }) => setFlag(ctx, { ...input, isOn: value === "on" }),
    columns: ORGANISATION_COLUMNS,
  }),
];
