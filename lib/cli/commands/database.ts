import { z } from "zod";
import { found, time } from "@/lib/cli/define/kinds";
import { anywhere } from "@/lib/cli/define/places";
import { BringBackInput, bringBackDatabase } from "@/lib/hosting/deleted-databases/bring-back";
import { dropDeletedDatabase } from "@/lib/hosting/deleted-databases/drop";
import { findOwner } from "@/lib/hosting/deleted-databases/find";
import { findHostId } from "@/lib/hosting/hosts/find";
import { moveDatabase } from "@/lib/hosting/moves/move";
import { restorePastNow } from "@/lib/hosting/past-restores/restore-now";
import { type HostReport, reconcile } from "@/lib/jobs/reconcile";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { listPlacedDatabases } from "@/lib/people/organisations/list-databases";
import { listAdvice } from "@/lib/sql/advice/list";
import { describeAdvice } from "./describe-advice";

const database = anywhere.within("database", "databaseId", "db_4k9x2m7q1w8e5r3t6y0u");

export const commands = [
  anywhere.verb("list", {
    description: "List every database and branch with its organisation and host.",
    examples: ["", "--org Acme --json"],
    input: z.object({ organisationId: z.string().nullable().default(null) }),
    options: { organisationId: found("--org <org>  only databases of this organisation", findOrganisationId) },
    run: listPlacedDatabases,
    columns: [
      "id",
      "name",
      "status",
      { organisation: "organisationName", host: "hostName", "branch of": "parentDatabaseId" },
      "createdAt",
    ],
  }),
  database.verb("advice", {
    description:
      "List weak security and slow spots of a database, each with a statement that mends it. Nothing is run.",
    examples: ["", "--json"],
    purpose: "hosts",
    run: listAdvice,
    print: describeAdvice,
  }),
  database.verb("restore", {
    description: "Restore a database from backups as it was at any second, as a new one beside it.",
    examples: ["--at 2026-11-27T14:05:00Z --name orders-before"],
    input: z.object({ at: z.date(), name: z.string() }),
    options: {
      at: time("the second, with its zone"),
      name: "the name of the new database",
    },
    purpose: "hosts",
    run: (ctx, input, { line }) => {
      const { databaseId, at, name } = input;
      line.notice(`Restores ${databaseId} as of ${at.toISOString()}, as ${name}. It stays as it is.\n`);
      return restorePastNow({ ...ctx, past: line }, input);
    },
    print: ({ name, id }) => `Restored ${name} (${id}).`,
  }),
  database.verb("bring-back", {
    description: "Take the deletion of a database back, while it's still kept.",
    examples: ["--name orders-again"],
    input: BringBackInput.pick({ name: true }).partial(),
    options: { name: "another name, if a database has taken its own" },
    purpose: "hosts",
    run: async (ctx, { databaseId, name }) => {
      const deleted = await findOwner(ctx, databaseId);
      return bringBackDatabase(ctx, { ...deleted, ...(name !== undefined && { name }) });
    },
    print: ({ name, id }) => `Brought ${name} (${id}) back.`,
  }),
  database.verb("drop", {
    description: "Drop a deleted database before its days are over. This can't be undone.",
    purpose: "hosts",
    run: async (ctx, { databaseId }) => dropDeletedDatabase(ctx, await findOwner(ctx, databaseId)),
    print: ({ name, id }) => `Dropped ${name} (${id}).`,
  }),
  database.verb("move", {
    description:
      "Move a database to another host, by ID or name. Its clients are refused while it's copied, by the pg_dump and psql of this machine; if anything fails, it stays where it is. Its branches stay on their hosts.",
    examples: ["--host pg-2", "--host pg-2 --drop-restore-points"],
    input: z.object({ host: z.string(), dropRestorePoints: z.boolean() }),
    options: {
      host: "<host>  the host it moves to",
      dropRestorePoints: "drop its restore points and the data that undoes its changes: they can't move",
    },
    purpose: "hosts",
    run: async (ctx, { databaseId, host, dropRestorePoints }, { session, line }) => {
      const input = { databaseId, hostId: await findHostId(ctx, host), dropsRestorePoints: dropRestorePoints };
      line.notice(`Moves ${databaseId} to ${host}. Its clients are refused while it's copied.\n`);
      return moveDatabase(ctx, input, session.copier);
    },
    print: ({ name, id, host, pausedMilliseconds, hasNewAddress }) =>
      `Moved ${name} (${id}) to ${host}. Its clients were refused for ${(pausedMilliseconds / 1000).toFixed(1)} s.\n${
        hasNewAddress
          ? "Its connection string has a new address and the same password: its owner finds it in the dashboard and the API.\n"
          : "Its connection string stays.\n"
      }`,
  }),
  anywhere.verb("repair", {
    description:
      "Compare the control plane with every host, and finish or undo work that a crash interrupted. The service does this every few minutes. Only databases that an operation was deleting, and expired psql logins, are dropped.",
    purpose: "hosts",
    run: async (ctx) => ({ hosts: await reconcile(ctx) }),
    print: ({ hosts }) => hosts.map(describeReport).join(""),
    isWell: ({ hosts }) => hosts.every(isHealthy),
  }),
];

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
