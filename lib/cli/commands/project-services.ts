import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { project } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { formatMoment, formatSize } from "@/lib/cli/values";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { showProjectDatabase } from "@/lib/services/project-database/show";
import { getProjectUsage } from "@/lib/services/usage/get";
import type { ProjectUsage } from "@/lib/services/usage/resource";
import { UsageWindowInput } from "@/lib/services/usage/window";
import { listSignInCounts } from "@/lib/sign-in/events/sign-in-counts/list";
import { SIGN_IN_RANGES, type SignInRange } from "@/lib/sign-in/events/sign-in-counts/ranges";
import type { SignInCounts } from "@/lib/sign-in/events/sign-in-counts/resource";

const count = (value: number) => value.toLocaleString("en");

const RANGES = Object.keys(SIGN_IN_RANGES) as [SignInRange, ...SignInRange[]];

const printCounts = table<SignInCounts["series"][number]>([
  {
    outcome: ({ outcome }) => outcome.replace("_", " "),
    method: ({ method }) => method || "-",
    attempts: ({ attempts }) => attempts.reduce((sum, each) => sum + each, 0),
  },
]);

/** The commands that show the use of a project's services, and its database. */
export const serviceCommands = [
  project.verb("sign-ins", {
    description: "Count the sign-ins of a project by outcome and method.",
    examples: ["--range 30d"],
    input: z.object({ range: z.enum(RANGES).default("7d") }),
    options: { range: "of the last day, week, month or year" },
    run: listSignInCounts,
    print: ({ moments: [since], series }) => `Since ${formatMoment(since ?? "")}:\n${printCounts(series)}`,
  }),
  project.verb("usage", {
    description: "Show the usage of a project: this month, or in a period of at most 400 days.",
    examples: ["", "--from 2026-10-01 --until 2026-11-01"],
    input: UsageWindowInput,
    options: {
      from: "<time>  ISO 8601; by default the start of this month, UTC",
      until: "<time>  ISO 8601; by default now",
    },
    run: (ctx, { organisationId: _, ...input }) => getProjectUsage(ctx, input),
    columns: [{ "from (UTC)": "from", "until (UTC)": "until" }],
    lines: (usage) => [
      [
        "invocations",
        `${count(usage.invocationCount)}, ${count(usage.errorCount)} failed, ${count(usage.totalDurationMs)} ms`,
      ],
      ...usage.byFunction.map(({ name, invocationCount, totalDurationMs }) => {
        return [`  ${name}`, `${count(invocationCount)}, ${count(totalDurationMs)} ms`] as const;
      }),
      ["storage", storageText(usage.storage)],
      [
        "realtime",
        `${count(usage.realtime.connectionSeconds)} of ${count(usage.realtime.limit)} connection seconds a month`,
      ],
      ["egress", formatSize(usage.egressBytes)],
    ],
  }),
  project.verb("database [database]", {
    description: "Print the ID of a project's database, or make a database of its organisation the project's.",
    examples: ["", "db_4k9x2m7q1w8e5r3t6y0u"],
    input: z.object({ none: z.boolean() }),
    options: { none: "the project has no database then" },
    read: ({ database, none }) => {
      if (none && database !== undefined) throw new UsageError("Name a database, or --none.");
      return { databaseId: none ? null : database };
    },
    run: (ctx, { databaseId, ...address }) =>
      databaseId === undefined
        ? showProjectDatabase(ctx, address)
        : setProjectDatabase(ctx, { ...address, databaseId }),
    print: ({ databaseId }) => databaseId ?? "none",
  }),
];

function storageText({ usedBytes, limitBytes, objectCount }: ProjectUsage["storage"]): string {
  return `${formatSize(usedBytes)} of ${formatSize(limitBytes)} in ${count(objectCount)} objects`;
}
