import { type Command, Option } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, formatSize, parseOwnSize } from "@/lib/cli/values";
import { isPlan, PLAN_NAMES } from "@/lib/core/plans";
import { CreateOrganisationInput, createOrganisation } from "@/lib/people/organisations/create";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { listOrganisations } from "@/lib/people/organisations/list";
import { HOST_KINDS, type Organisation } from "@/lib/people/organisations/resource";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { type OrganisationDetails, showOrganisation } from "@/lib/people/organisations/show";
import { addBillingCommand } from "./organisation-billing";

type OwnSize = ReturnType<typeof parseOwnSize>;

interface PlanOptions {
  databaseBytes?: OwnSize;
  keptBytes?: OwnSize;
}

export function addOrganisationCommands(tree: CommandTree, noun: Command): void {
  const { line } = tree;
  addVerb<{ plan: string; hostKind: string }>(tree, noun, {
    usage: "create <name>",
    description: "Create an organisation. Its management API is off at first.",
    examples: ["coppice org create Acme", "coppice org create Acme --plan pro --json"],
    options: (command) =>
      command
        .addOption(new Option("--plan <plan>", "its plan").choices(PLAN_NAMES).default("free"))
        .addOption(new Option("--host-kind <kind>", "where its databases go").choices(HOST_KINDS).default("shared")),
    run: async (args, options) => {
      const input = CreateOrganisationInput.parse({ name: argument(args, 0), ...options });
      const created = await line.withSession(({ ctx }) => createOrganisation(ctx, input));
      return { json: created, text: describeOrganisation(created) };
    },
  });
  addVerb(tree, noun, {
    usage: "list",
    description: "List all organisations.",
    examples: ["coppice org list", "coppice org list --json"],
    run: async () => {
      const items = await line.withSession(({ ctx }) => listOrganisations(ctx));
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb(tree, noun, {
    usage: "show <org>",
    description: "Show an organisation and how much of its plan it uses.",
    examples: ["coppice org show Acme"],
    run: async (args) => {
      const details = await line.withSession(async ({ ctx }) =>
        showOrganisation(ctx, { organisationId: await findOrganisationId(ctx, argument(args, 0)) }),
      );
      return { json: details, text: describeDetails(details) };
    },
  });
  addVerb<PlanOptions>(tree, noun, {
    usage: "set-plan <org> <plan>",
    description: `Change the plan of an organisation: ${PLAN_NAMES.join(", ")}. Its databases and its own size limits are kept.`,
    examples: [
      "coppice org set-plan Acme team",
      "coppice org set-plan Acme pro --database-bytes 50G --kept-bytes 20G",
      "coppice org set-plan Acme pro --database-bytes default",
    ],
    options: (command) =>
      command
        .option("--database-bytes <size>", "the size limit of each database, or default for the plan's", parseOwnSize)
        .option("--kept-bytes <size>", "the same for undo data and restore points together", parseOwnSize),
    run: async (args, { databaseBytes, keptBytes }) => {
      const plan = argument(args, 1);
      if (!isPlan(plan)) throw new UsageError(`Unknown plan "${plan}". Available: ${PLAN_NAMES.join(", ")}.`);
      const changed = await line.withSession(async ({ ctx }) => {
        const organisationId = await findOrganisationId(ctx, argument(args, 0));
        const bytes = { databaseBytes: toOwnBytes(databaseBytes), keptBytes: toOwnBytes(keptBytes) };
        return setPlan(ctx, { organisationId, plan, ...bytes });
      });
      return { json: changed, text: describeOrganisation(changed) };
    },
  });
  addBillingCommand(tree, noun);
}

export function describeOrganisation(organisation: Organisation): string {
  return formatFields(fieldsOf(organisation));
}

function fieldsOf(organisation: Organisation): [string, string][] {
  return [
    ["id", organisation.id],
    ["name", organisation.name],
    ["plan", organisation.plan],
    ["host kind", organisation.hostKind],
    ["management_api", organisation.managementApi ? "on" : "off"],
    ["functions", organisation.functions ? "on" : "off"],
    ["database size", `at most ${databaseSizeOf(organisation)}`],
    ["kept", `at most ${keptSizeOf(organisation)} of undo data and restore points`],
    ["created (UTC)", formatMoment(organisation.createdAt)],
  ];
}

function toOwnBytes(size: OwnSize | undefined): number | null | undefined {
  return size === "default" ? null : size;
}

const databaseSizeOf = ({ databaseBytes, hasOwnDatabaseBytes }: Organisation) =>
  sizeOf(databaseBytes, hasOwnDatabaseBytes);
const keptSizeOf = ({ keptBytes, hasOwnKeptBytes }: Organisation) => sizeOf(keptBytes, hasOwnKeptBytes);

/** Marks a size that is not the plan's. */
function sizeOf(bytes: number, isOwn: boolean): string {
  return `${formatSize(bytes)}${isOwn ? " (own)" : ""}`;
}

function describeDetails(details: OrganisationDetails): string {
  const { databases, branches } = details.usage;
  return formatFields([
    ...fieldsOf(details),
    ["databases", `${databases.used} of ${databases.limit}`],
    ["branches", `${branches.used} of ${branches.limit}`],
    ["members", String(details.members)],
    ["active keys", String(details.activeKeys)],
  ]);
}

function tableOf(items: readonly Organisation[]): string {
  return formatTable(
    ["ID", "NAME", "PLAN", "HOST KIND", "MANAGEMENT_API", "FUNCTIONS", "DATABASE SIZE", "KEPT", "CREATED (UTC)"],
    items.map((item) => [
      item.id,
      item.name,
      item.plan,
      item.hostKind,
      item.managementApi ? "on" : "off",
      item.functions ? "on" : "off",
      databaseSizeOf(item),
      keptSizeOf(item),
      formatMoment(item.createdAt),
    ]),
  );
}
