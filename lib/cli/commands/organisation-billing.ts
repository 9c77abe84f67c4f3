import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { findOrganisationId } from "@/lib/people/organisations/find";
import type { OrganisationBilling } from "@/lib/services/billing/resource";
import { showBilling } from "@/lib/services/billing/show";

/** Adds the command that shows the subscription behind an organisation's plan. */
export function addBillingCommand(tree: CommandTree, noun: Parameters<typeof addVerb>[1]): void {
  addVerb(tree, noun, {
    usage: "billing <org>",
    description: "List the subscriptions of an organisation and its projects.",
    examples: ["coppice org billing Acme"],
    run: async (args) => {
      const billing = await tree.line.withSession(async ({ ctx }) =>
        showBilling(ctx, { organisationId: await findOrganisationId(ctx, argument(args, 0)) }),
      );
      return { json: billing, text: textOf(billing) };
    },
  });
}

function textOf({ isConfigured, subscriptions }: OrganisationBilling): string {
  if (subscriptions.length === 0) {
    return isConfigured ? "No subscriptions.\n" : "No billing is set up: the operator sets plans with org set-plan.\n";
  }
  return formatTable(
    ["ID", "FOR", "PLAN", "STATUS", "GRANTED", "PERIOD ENDS (UTC)"],
    subscriptions.map(({ id, project, plan, status, isGranted, currentPeriodEnd }) => [
      ...[id, project?.name ?? "organisation", plan, status, isGranted ? "yes" : "no"],
      currentPeriodEnd === null ? "-" : formatMoment(currentPeriodEnd),
    ]),
  );
}
