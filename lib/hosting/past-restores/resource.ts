import { z } from "zod";
import { PAST_STEPS } from "@/lib/core/ports/past-databases";
import { BRANCH_COLUMNS, Branch, toBranch } from "@/lib/hosting/databases/resource";

const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: "2026-03-01T09:30:00.000Z" });

export const PastRestore = Branch.extend({
  at: Timestamp.describe("Everything that was committed before is restored, and nothing later."),
  step: z
    .enum(["waiting", ...PAST_STEPS])
    .nullable()
    .describe("The current step; `null` once it has ended."),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
}).meta({ id: "PastRestore" });

export type PastRestore = z.infer<typeof PastRestore>;

const RestoreGap = z.object({
  from: Timestamp.describe("The last second before that can be restored."),
  until: Timestamp.describe("The first second after that can be restored."),
});

const RestoreWindow = z.object({
  from: Timestamp.describe("The oldest second that can be restored."),
  to: Timestamp.describe("The newest second that can be restored."),
  gaps: z
    .array(RestoreGap)
    .describe("The gaps in between, oldest first: no second within one can be restored. Empty as a rule."),
});

export type RestoreWindow = z.infer<typeof RestoreWindow>;

const PAST_SOURCES = ["backups", "local_window"] as const;
export type PastSource = (typeof PAST_SOURCES)[number];

export const PastRestores = z
  .object({
    source: z
      .enum(PAST_SOURCES)
      .nullable()
      .describe(
        "Where the times are kept. `local_window` is on the same disk as the database, and no backup. `null` if the " +
          "operator keeps neither.",
      ),
    window: RestoreWindow.nullable().describe("`null` if nothing of the database is kept."),
    lastSeconds: z
      .number()
      .nullable()
      .meta({ description: "The time that the last recovery took; `null` before the first one.", example: 48.2 }),
    estimatedSeconds: z.number().nullable().meta({
      description: "The time a restore would take now, with those that wait before it; `null` if that isn't known.",
      example: 48.2,
    }),
    items: z.array(PastRestore),
  })
  .meta({ id: "PastRestores" });

export type PastRestores = z.infer<typeof PastRestores>;

/** Returns the gap that a time is in. ISO 8601, UTC. */
export function gapAt({ gaps }: Pick<RestoreWindow, "gaps">, at: string): RestoreWindow["gaps"][number] | null {
  return gaps.find(({ from, until }) => at > from && at < until) ?? null;
}

export const UNFINISHED = { status: { in: ["waiting", "running"] } };

export const PAST_RESTORE_COLUMNS = {
  at: true,
  status: true,
  step: true,
  startedAt: true,
  finishedAt: true,
  database: { select: BRANCH_COLUMNS },
} as const;

interface PastRestoreRow {
  at: Date;
  status: string;
  step: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  database: Parameters<typeof toBranch>[0];
}

export function toPastRestore({ at, status, step, startedAt, finishedAt, database }: PastRestoreRow): PastRestore {
  return {
    ...toBranch(database),
    at: at.toISOString(),
    step: stepOf(status, step),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

function stepOf(status: string, step: string | null): PastRestore["step"] {
  if (status === "waiting") return "waiting";
  if (status !== "running") return null;
  return PAST_STEPS.find((known) => known === step) ?? "fetching";
}
