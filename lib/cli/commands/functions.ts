import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { inProject } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { formatMoment, jsonLine } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { deleteFunction } from "@/lib/services/functions/delete";
import { listDeployments } from "@/lib/services/functions/deployments/list";
import type { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
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
  verb({
    usage: "list",
    description: "List a project's functions, by name.",
    place: inProject,
    run: listFunctions,
    print: table<ProjectFunction>({
      ...{ name: "name", access: "access", version: "activeVersion" },
      ...{ schedules: ({ schedules }) => schedules.length, address: "url" },
    }),
  }),
  verb({
    usage: "deployments",
    description: "List the last 20 deployments of a function, the latest first.",
    place: named,
    run: (ctx, at) => listDeployments(ctx, { ...at, limit: 20 }),
    print: table<FunctionDeployment>({
      ...{ version: "version", status: "status", size: ({ bundleBytes }) => byteText(bundleBytes) },
      ...{ "created (UTC)": "createdAt", message: "message" },
    }),
  }),
  verb({
    usage: "rollback <version>",
    description: "Put an earlier version back, with the variables it had.",
    examples: ["2"],
    place: named,
    input: RollBackInput,
    run: (ctx, input) => whereFunctionsRun(ctx, rollBackFunction(ctx, input)),
    print: (deployment, { name }) => printDeployment({ ...deployment, name }),
  }),
  verb({
    usage: "delete",
    description: "Delete a function, with its versions, deployments, schedules and logs.",
    place: named,
    run: deleteFunction,
    print: (_deleted, { name }) => `Deleted ${name}.`,
  }),
];

const logs = verb({
  usage: "logs",
  description: "Print the log of a function, the latest line last.",
  examples: ["--follow", "--level error --since 2026-01-01T00:00:00Z"],
  place: named,
  input: ListFunctionLogsInput.extend({ follow: z.boolean() }),
  options: {
    level: {},
    invocation: { flags: "--invocation <id>", help: "those of one call, by its X-Coppice-Invocation" },
    since: { flags: "--since <time>", help: "ISO 8601" },
    follow: { help: "go on with new entries" },
    limit: { flags: "--limit <n>", help: "1 to 1000" },
  },
  run: async (ctx, { follow, ...input }, { line, asJson }) => {
    if (!follow) return listFunctionLogs(ctx, input);
    const textOf = asJson ? jsonLine : lineOf;
    const tell = async (entry: FunctionLogEntry | null) => void (entry && line.write(textOf(entry)));
    await watchFunctionLogs(ctx, input, tell, { signal: new AbortController().signal });
    return { items: [] };
  },
  print: ({ items }) => items.toReversed().map(lineOf).join(""),
});

function lineOf({ at, level, invocation, message }: FunctionLogEntry): string {
  return `${formatMoment(at)}  ${level.padEnd(5)}  ${invocation}  ${message}\n`;
}

const secrets = verb({
  usage: "secrets",
  description: "List the secrets of a project's functions, set one from standard input, or delete one.",
  examples: ["", "--set STRIPE_KEY < key.txt", "--delete STRIPE_KEY"],
  place: inProject,
  input: z.object({ set: z.string().optional(), delete: z.string().optional() }),
  options: {
    set: { flags: "--set <name>", help: "set this one to the text on standard input" },
    delete: { flags: "--delete <name>", help: "delete this one" },
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
  print: table<Awaited<ReturnType<typeof listSecrets>>["items"][number]>({
    ...{ name: "name", "sha-256": "digest", "changed (UTC)": "updatedAt" },
  }),
});

const schedule = verb({
  usage: "schedule",
  description: "Show when the service calls a function, or set it.",
  examples: ["", '--cron "0 8 * * 1-5" --timezone Europe/Berlin', "--clear"],
  place: named,
  input: z.object({ cron: z.array(z.string()).optional(), timezone: z.string().default("UTC"), clear: z.boolean() }),
  options: {
    cron: { help: "minute, hour, day of the month, month, day of the week" },
    timezone: { flags: "--timezone <zone>", help: "the time zone of these" },
    clear: { help: "remove all schedules" },
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

const printSchedules = table<ProjectFunction["schedules"][number]>({
  ...{ cron: "cron", "time zone": "timezone", state: ({ enabled }) => (enabled ? "on" : "off") },
  "next (UTC)": "nextRunAt",
});

/** The commands for a project's functions. */
export const commands = [deployCommand, ...main, logs, secrets, schedule];
