import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { inProject } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { teller } from "@/lib/cli/define/teller";
import { formatMoment } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { deleteFunction } from "@/lib/services/functions/delete";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import { RollBackInput, rollBackFunction } from "@/lib/services/functions/deployments/roll-back";
import { listFunctions } from "@/lib/services/functions/list";
import { ListFunctionLogsInput, listFunctionLogs } from "@/lib/services/functions/logs/list";
import type { FunctionLogEntry } from "@/lib/services/functions/logs/resource";
import { watchFunctionLogs } from "@/lib/services/functions/logs/watch";
import type { ProjectFunction } from "@/lib/services/functions/resource";
import { deleteSecret } from "@/lib/services/functions/secrets/delete";
import { listSecrets } from "@/lib/services/functions/secrets/list";
import { SetSecretInput, setSecret } from "@/lib/services/functions/secrets/set";
import { showFunction } from "@/lib/services/functions/show";
import { UpdateFunctionInput, updateFunction } from "@/lib/services/functions/update";
import { deployCommand, named, printDeployment, whereFunctionsRun } from "./functions-deploy";

const main = [
  inProject.verb("list", {
    description: "List a project's functions, by name.",
    run: listFunctions,
    columns: [
      "name",
      "access",
      { version: "activeVersion", schedules: ({ schedules }) => schedules.length, address: "url" },
    ],
  }),
  named.verb("deployments", {
    description: "List the last 20 deployments of a function, the latest first.",
    run: (ctx, at) => listDeployments(ctx, { ...at, limit: 20 }),
    columns: ["version", "status", { size: ({ bundleBytes }) => byteText(bundleBytes) }, "createdAt", "message"],
  }),
  named.verb("rollback <version>", {
    description: "Put an earlier version back, with the variables it had.",
    examples: ["2"],
    input: RollBackInput,
    run: (ctx, input) => whereFunctionsRun(ctx, rollBackFunction(ctx, input)),
    print: (deployment, { name }) => printDeployment({ ...deployment, name }),
  }),
  named.verb("delete", {
    description: "Delete a function, with its versions, deployments, schedules and logs.",
    run: deleteFunction,
    print: (_deleted, { name }) => `Deleted ${name}.`,
  }),
];

const logs = named.verb("logs", {
  description: "Print the log of a function, the latest line last.",
  examples: ["--follow", "--level error --since 2026-01-01T00:00:00Z"],
  input: ListFunctionLogsInput.extend({ follow: z.boolean() }),
  options: {
    level: {},
    invocation: "<id>  those of one call, by its X-Coppice-Invocation",
    since: "<time>  ISO 8601",
    follow: "go on with new entries",
    limit: "<n>  1 to 1000",
  },
  run: async (ctx, { follow, ...input }, call) => {
    if (!follow) return listFunctionLogs(ctx, input);
    await watchFunctionLogs(ctx, input, teller(call, lineOf), { signal: new AbortController().signal });
    return { items: [] };
  },
  print: ({ items }) => items.toReversed().map(lineOf).join(""),
});

function lineOf({ at, level, invocation, message }: FunctionLogEntry): string {
  return `${formatMoment(at)}  ${level.padEnd(5)}  ${invocation}  ${message}\n`;
}

const secrets = inProject.verb("secrets", {
  description: "List the secrets of a project's functions, set one from standard input, or delete one.",
  examples: ["", "--set STRIPE_KEY < key.txt", "--delete STRIPE_KEY"],
  input: z.object({ set: z.string().optional(), delete: z.string().optional() }),
  options: {
    set: "<name>  set this one to the text on standard input",
    delete: "<name>  delete this one",
  },
  read: async (given, line) => {
    if (given.set !== undefined && given.delete !== undefined) throw new UsageError("Set or delete, not both.");
    if (given.set === undefined) return { ...given, value: "" };
    const value = new TextDecoder().decode(await line.readInput()).replace(/\r?\n$/, "");
    return { ...given, ...SetSecretInput.parse({ value }) };
  },
  run: async (ctx, { set, delete: removed, value, projectId }) => {
    if (set !== undefined) await setSecret(ctx, { projectId, name: set, value });
    if (removed !== undefined) await deleteSecret(ctx, { projectId, name: removed });
    return listSecrets(ctx, { projectId });
  },
  columns: ["name", { "sha-256": "digest", "changed (UTC)": "updatedAt" }],
});

const schedule = named.verb("schedule", {
  description: "Show when the service calls a function, or set it.",
  examples: ["", '--cron "0 8 * * 1-5" --timezone Europe/Berlin', "--clear"],
  input: z.object({ cron: z.array(z.string()).optional(), timezone: z.string().default("UTC"), clear: z.boolean() }),
  options: {
    cron: "minute, hour, day of the month, month, day of the week",
    timezone: "<zone>  the time zone of these",
    clear: "remove all schedules",
  },
  run: async (ctx, { cron, timezone, clear, ...at }) => {
    const schedules = clear ? [] : cron?.map((each) => ({ cron: each, timezone }));
    const changed = schedules
      ? await updateFunction(ctx, { ...at, ...UpdateFunctionInput.parse({ schedules }) })
      : await showFunction(ctx, at);
    return { schedules: changed.schedules };
  },
  print: ({ schedules }) => printSchedules(schedules),
});

const printSchedules = table<ProjectFunction["schedules"][number]>([
  "cron",
  { "time zone": "timezone", state: ({ enabled }) => (enabled ? "on" : "off"), "next (UTC)": "nextRunAt" },
]);

/** The commands for a project's functions. */
export const commands = [deployCommand, ...main, logs, secrets, schedule];
