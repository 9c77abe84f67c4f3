import type { Command } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { ORGANISATION_FLAGS, setFlag } from "@/lib/people/organisations/set-flag";
import { describeOrganisation } from "./organisation";

export function addFlagCommands(tree: CommandTree, noun: Command): void {
  addVerb(tree, noun, {
    usage: "set <org> <flag> <on|off>",
    description: `Switch a feature on or off for an organisation: ${ORGANISATION_FLAGS.join(", ")}.`,
    examples: ["coppice flag set Acme management_api on"],
    run: async (args) => {
      const flag = ORGANISATION_FLAGS.find((known) => known === argument(args, 1));
      if (!flag)
        throw new UsageError(`Unknown flag "${argument(args, 1)}". Available: ${ORGANISATION_FLAGS.join(", ")}.`);
      const value = argument(args, 2);
      if (value !== "on" && value !== "off") throw new UsageError(`Write on or off, not "${value}".`);
      const changed = await tree.line.withSession(async ({ ctx }) =>
        setFlag(ctx, {
          organisationId: await findOrganisationId(ctx, argument(args, 0)),
          flag,
          isOn: value === "on",
        }),
      );
      return { json: changed, text: describeOrganisation(changed) };
    },
  });
}
