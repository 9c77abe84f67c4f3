import { z } from "zod";
import { organisation } from "@/lib/cli/define/places";
import { type Columns, fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { formatSize, parseOwnSize } from "@/lib/cli/values";
import { PLAN_NAMES } from "@/lib/core/plans";
import { CreateOrganisationInput, createOrganisation } from "@/lib/people/organisations/create";
import { listOrganisations } from "@/lib/people/organisations/list";
import type { Organisation } from "@/lib/people/organisations/resource";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { type OrganisationDetails, showOrganisation } from "@/lib/people/organisations/show";
import type { OrganisationBilling } from "@/lib/services/billing/resource";
import { showBilling } from "@/lib/services/billing/show";

const onOff = (isOn: boolean) => (isOn ? "on" : "off");
/** Marks a size that is not the plan's. */
const sizeOf = (bytes: number, isOwn: boolean) => `${formatSize(bytes)}${isOwn ? " (own)" : ""}`;
const databaseSize = (it: Organisation) => sizeOf(it.databaseBytes, it.hasOwnDatabaseBytes);
const keptSize = (it: Organisation) => sizeOf(it.keptBytes, it.hasOwnKeptBytes);

const FIELDS = {
  ...{ id: "id", name: "name", plan: "plan", "host kind": "hostKind" },
  management_api: (it: Organisation) => onOff(it.managementApi),
  functions: (it: Organisation) => onOff(it.functions),
  "database size": (it: Organisation) => `at most ${databaseSize(it)}`,
  kept: (it: Organisation) => `at most ${keptSize(it)} of undo data and restore points`,
  "created (UTC)": "createdAt",
} satisfies Columns<Organisation>;

export const printOrganisation = fields<Organisation>(FIELDS);

const OwnSize = z.int().nullable().optional();

export const commands = [
  verb({
    usage: "create <name>",
    description: "Create an organisation. Its management API is off at first.",
    examples: ["Acme", "Acme --plan pro --json"],
    input: CreateOrganisationInput,
    options: {
      plan: { help: "its plan" },
      hostKind: { flags: "--host-kind <kind>", help: "where its databases go" },
    },
    run: createOrganisation,
    print: printOrganisation,
  }),
  verb({
    usage: "list",
    description: "List all organisations.",
    examples: ["", "--json"],
    run: listOrganisations,
    print: table<Organisation>({
      ...{ id: "id", name: "name", plan: "plan", "host kind": "hostKind" },
      ...{ management_api: (it) => onOff(it.managementApi), functions: (it) => onOff(it.functions) },
      ...{ "database size": databaseSize, kept: keptSize, "created (UTC)": "createdAt" },
    }),
  }),
  verb({
    usage: "show",
    description: "Show an organisation and how much of its plan it uses.",
    place: organisation,
    run: showOrganisation,
    print: fields<OrganisationDetails>({
      ...FIELDS,
      databases: ({ usage: { databases } }) => `${databases.used} of ${databases.limit}`,
      branches: ({ usage: { branches } }) => `${branches.used} of ${branches.limit}`,
      ...{ members: "members", "active keys": "activeKeys" },
    }),
  }),
  verb({
    usage: "set-plan <plan>",
    description: `Change the plan of an organisation: ${PLAN_NAMES.join(", ")}. Its databases and its own size limits are kept.`,
    examples: ["team", "pro --database-bytes 50G --kept-bytes 20G", "pro --database-bytes default"],
    place: organisation,
    input: z.object({ plan: z.enum(PLAN_NAMES), databaseBytes: OwnSize, keptBytes: OwnSize }),
    options: {
      databaseBytes: {
        ...{ flags: "--database-bytes <size>", as: parseOwnSize },
        help: "the size limit of each database, or default for the plan's",
      },
      keptBytes: {
        ...{ flags: "--kept-bytes <size>", as: parseOwnSize },
        help: "the same for undo data and restore points together",
      },
    },
    run: setPlan,
    print: printOrganisation,
  }),
  verb({
    usage: "billing",
    description: "List the subscriptions of an organisation and its projects.",
    place: organisation,
    run: showBilling,
    print: printBilling,
  }),
];

const subscriptions = table<OrganisationBilling["subscriptions"][number]>({
  ...{ id: "id", for: ({ project }) => project?.name ?? "organisation", plan: "plan", status: "status" },
  ...{ granted: "isGranted", "period ends (UTC)": ({ currentPeriodEnd: end }) => end },
});

function printBilling(billing: OrganisationBilling): string {
  if (billing.subscriptions.length > 0) return subscriptions(billing.subscriptions);
  return billing.isConfigured
    ? "No subscriptions."
    : "No billing is set up: the operator sets plans with org set-plan.";
}
