import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment, parseTime } from "@/lib/cli/values";
import { BringBackInput, bringBackDatabase } from "@/lib/hosting/deleted-databases/bring-back";
import { dropDeletedDatabase } from "@/lib/hosting/deleted-databases/drop";
import { findOwner } from "@/lib/hosting/deleted-databases/find";
import { restorePastNow } from "@/lib/hosting/past-restores/restore-now";
import { type HostReport, reconcile } from "@/lib/jobs/reconcile";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { listPlacedDatabases, type PlacedDatabase } from "@/lib/people/organisations/list-databases";
import { addAdviceCommand } from "./database-advice";

export function addDatabaseCommands(tree: CommandTree, noun: Command): void {
  const { line } = tree;
  addVerb<{ org?: string }>(tree, noun, {
    usage: "list",
    description: "List every database and branch with its organisation and host.",
    examples: ["coppice db list", "coppice db list --org Acme --json"],
    options: (command) => command.option("--org <org>", "only databases of this organisation"),
    run: async (_args, { org }) => {
      const items = await line.withSession(async ({ ctx }) => {
        const organisationId = org === undefined ? null : await findOrganisationId(ctx, org);
        return listPlacedDatabases(ctx, { organisationId });
      });
      return { json: { items }, text: tableOf(items) };
    },
  });
  addAdviceCommand(tree, noun);
  addVerb<{ at: Date; name: string }>(tree, noun, {
    usage: "restore <database>",
    description: "Restore a database from backups as it was at any second, as a new one beside it.",
    examples: ["coppice db restore db_4k9x2m7q1w8e5r3t6y0u --at 2026-11-27T14:05:00Z --name orders-before"],
    options: (command) =>
      command
        .addOption(new Option("--at <time>", "the second, with its zone").argParser(parseTime).makeOptionMandatory())
        .requiredOption("--name <name>", "the name of the new database"),
    run: async (args, { at, name }) => {
      const databaseId = argument(args, 0);
      line.notice(`Restores ${databaseId} as of ${at.toISOString()}, as ${name}. It stays as it is.\n`);
      const restored = await line.withSession(
        ({ ctx }) => restorePastNow({ ...ctx, past: line }, { databaseId, at, name }),
        "hosts",
      );
      return { json: restored, text: `Restored ${restored.name} (${restored.id}).\n` };
    },
  });
  addVerb<{ name?: string }>(tree, noun, {
    usage: "bring-back <database>",
    description: "Take the deletion of a database back, while it's still kept.",
    examples: ["coppice db bring-back db_4k9x2m7q1w8e5r3t6y0u --name orders-again"],
    options: (command) => command.option("--name <name>", "another name, if a database has taken its own"),
    run: async (args, { name }) => {
      const back = await line.withSession(async ({ ctx }) => {
        const deleted = await findOwner(ctx, argument(args, 0));
        return bringBackDatabase(ctx, BringBackInput.parse({ ...deleted, ...(name !== undefined && { name }) }));
      }, "hosts");
      return { json: back, text: `Brought ${back.name} (${back.id}) back.\n` };
    },
  });
  addVerb(tree, noun, {
    usage: "drop <database>",
    description: "Drop a deleted database before its days are over. This can't be undone.",
    examples: ["coppice db drop db_4k9x2m7q1w8e5r3t6y0u"],
    run: async (args) => {
      const dropped = await line.withSession(
        async ({ ctx }) => dropDeletedDatabase(ctx, await findOwner(ctx, argument(args, 0))),
        "hosts",
      );
      return { json: dropped, text: `Dropped ${dropped.name} (${dropped.id}).\n` };
    },
  });
  addVerb(tree, noun, {
    usage: "repair",
    description:
      "Compare the control plane with every host, and finish or undo work that a crash interrupted. The service does this every few minutes. Only databases that an operation was deleting, and expired psql logins, are dropped.",
    examples: ["coppice db repair"],
    run: async () => {
      const hosts = await line.withSession(({ ctx }) => reconcile(ctx), "hosts");
      const isWhole = hosts.every(isHealthy);
      return { json: { hosts }, text: hosts.map(describeReport).join(""), exitCode: isWhole ? 0 : 1 };
    },
  });
}

function isHealthy(report: HostReport): boolean {
  const hasFailed = report.settled.some((operation) => operation.outcome === "failed");
  return report.unreachable === null && report.missing.length === 0 && !hasFailed;
}

function describeReport(report: HostReport): string {
  if (report.unreachable !== null) return `${report.name}: doesn't respond; run \`coppice doctor\`.\n`;
  const settled = report.settled.map(({ kind, databaseId, outcome }) => `${kind} of ${databaseId}: ${outcome}`);
  const lines = [
    ...settled,
    ...report.reopened.map((id) => `${id}: was closed, reopened`),
    ...report.closed.map((id) => `${id}: the copy of a restore point was open, closed again`),
    ...report.dropped.map((id) => `${id}: an expired psql login without a row, dropped`),
    ...report.missing.map((id) => `${id}: MISSING on the host; restore it from a backup`),
    ...report.orphans.map((id) => `${id}: on the host, but unknown to the control plane; left alone`),
  ];
  if (lines.length === 0) return `${report.name}: nothing to repair\n`;
  return `${report.name}:\n${lines.map((text) => `  ${text}\n`).join("")}`;
}

function tableOf(items: readonly PlacedDatabase[]): string {
  return formatTable(
    ["ID", "NAME", "STATUS", "ORGANISATION", "HOST", "BRANCH OF", "CREATED (UTC)"],
    items.map((item) => [
      item.id,
      item.name,
      item.status,
      item.organisationName,
      item.hostName,
      item.parentDatabaseId ?? "-",
      formatMoment(item.createdAt),
    ]),
  );
}
