import { z } from "zod";
import { ownSize } from "@/lib/cli/define/kinds";
import { anywhere, organisation } from "@/lib/cli/define/places";
import { type Columns, table } from "@/lib/cli/define/print";
import { formatSize } from "@/lib/cli/values";
import { PLAN_NAMES } from "@/lib/core/plans";
import { CreateOrganisationInput, createOrganisation } from "@/lib/people/organisations/create";
import { DeleteOrganisationInput, deleteOrganisation } from "@/lib/people/organisations/delete";
import { listOrganisations } from "@/lib/people/organisations/list";
import { RenameOrganisationInput, renameOrganisation } from "@/lib/people/organisations/rename";
import type { Organisation } from "@/lib/people/organisations/resource";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { showOrganisation } from "@/lib/people/organisations/show";
import type { OrganisationBilling } from "@/lib/services/billing/resource";
import { showBilling } from "@/lib/services/billing/show";

const onOff = (isOn: boolean) => (isOn ? "on" : "off");
/** Marks a size that is not the plan's. */
const sizeOf = (bytes: number, isOwn: boolean) => `${formatSize(bytes)}${isOwn ? " (own)" : ""}`;
const databaseSize = (it: Organisation) => sizeOf(it.databaseBytes, it.hasOwnDatabaseBytes);
const keptSize = (it: Organisation) => sizeOf(it.keptBytes, it.hasOwnKeptBytes);

const flags = {
  management_api: ({ managementApi }: Organisation) => onOff(managementApi),
  functions: ({ functions }: Organisation) => onOff(functions),
};

export const ORGANISATION_COLUMNS: Columns<Organisation> = [
  ...(["id", "name", "plan", "hostKind"] as const),
  flags,
  { "database size": (it) => `at most ${databaseSize(it)}` },
  { kept: (it) => `at most ${keptSize(it)} of undo data and restore points` },
  "createdAt",
];

const OwnSize = z.int().nullable().optional();

export const commands = [
  anywhere.verb("create <name>", {
    description: "Create an organisation. Its management API is off at first.",
    examples: ["Acme", "Acme --plan pro --json"],
    input: CreateOrganisationInput,
    options: {
      plan: "its plan",
      hostKind: "<kind>  where its databases go",
    },
    run: createOrganisation,
    columns: ORGANISATION_COLUMNS,
  }),
  anywhere.verb("list", {
    description: "List all organisations.",
    examples: ["", "--json"],
    run: listOrganisations,
    columns: ["id", "name", "plan", "hostKind", flags, { "database size": databaseSize, kept: keptSize }, "createdAt"],
  }),
  organisation.verb("show", {
    description: "Show an organisation and how much of its plan it uses.",
    run: showOrganisation,
    columns: [
      ...ORGANISATION_COLUMNS,
      {
        databases: ({ usage: { databases } }) => `${databases.used} of ${databases.limit}`,
        branches: ({ usage: { branches } }) => `${branches.used} of ${branches.limit}`,
      },
      "members",
      "activeKeys",
    ],
  }),
  organisation.verb("rename <name>", {
    description: "Rename an organisation.",
    examples: ["Umbrella"],
    input: RenameOrganisationInput.pick({ name: true }),
    run: renameOrganisation,
    columns: ORGANISATION_COLUMNS,
  }),
  organisation.verb("set-plan <plan>", {
    description: `Change the plan of an organisation: ${PLAN_NAMES.join(", ")}. Its databases and its own size limits are kept.`,
    examples: ["team", "pro --database-bytes 50G --kept-bytes 20G", "pro --database-bytes default"],
    input: z.object({ plan: z.enum(PLAN_NAMES), databaseBytes: OwnSize, keptBytes: OwnSize }),
    options: {
      databaseBytes: ownSize("the size limit of each database, or default for the plan's"),
      keptBytes: ownSize("the same for undo data and restore points together"),
    },
    run: setPlan,
    columns: ORGANISATION_COLUMNS,
  }),
  organisation.verb("billing", {
    description: "List the subscriptions of an organisation and its projects.",
    run: showBilling,
    print: printBilling,
  }),
  organisation.verb("delete", {
    description:
      "Delete an organisation that has no databases and no projects, with its members and keys. The audit log stays.",
    examples: ["--confirmation Acme"],
    input: DeleteOrganisationInput.pick({ confirmation: true }),
    options: { confirmation: "<name>  its exact name, again" },
    run: async (ctx, { organisationId: id, confirmation }) => {
      await deleteOrganisation(ctx, { organisationId: id, confirmation });
      return { id, name: confirmation };
    },
    print: ({ id, name }) => `Deleted ${name} (${id}).`,
  }),
];

const subscriptions = table<OrganisationBilling["subscriptions"][number]>([
  "id",
  { for: ({ project }) => project?.name ?? "organisation" },
  "plan",
  "status",
  "isGranted",
  { "period ends (UTC)": ({ currentPeriodEnd: end }) => end },
]);

function printBilling(billing: OrganisationBilling): string {
  if (billing.subscriptions.length > 0) return subscriptions(billing.subscriptions);
  return billing.isConfigured
    ? "No subscriptions."
    : "No billing is set up: the operator sets plans with org set-plan.";
}
