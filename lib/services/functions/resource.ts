import { z } from "zod";
import type { Prisma } from "@/lib/core/db/generated/client";
import { PLANS, planLimits } from "@/lib/core/plans";
import { FunctionName } from "./names";
import { SCHEDULE_FIELDS } from "./schedules/cron";
import { FUNCTION_FIELDS, toEgress } from "./settings";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });
const { wallSeconds, memoryBytes, atOnce } = PLANS.free.functions;

const LAST_RUN = {
  lastRunAt: Moment.nullable().meta({ description: "The time of the last run", example: null }),
  lastOutcome: z.enum(["ok", "failed", "skipped"]).nullable().meta({
    description: "Its outcome; `null` before the first, and while one goes on",
    example: "ok",
  }),
  lastInvocation: z.string().nullable().meta({ description: "By which the log names it", example: null }),
};

/** A program of a project that answers requests. Times are ISO 8601, UTC. */
export const ProjectFunction = z
  .object({
    name: FunctionName,
    access: FUNCTION_FIELDS.access,
    egress: FUNCTION_FIELDS.egress,
    activeVersion: z.int().nullable().meta({
      description: "The version that answers; `null` until one has started.",
      example: 3,
    }),
    url: z.url().meta({
      description: "Its web address, where any method and path reaches it.",
      example: "https://content.example.com/f/p_4k9x2m7q1w8e5r3t6y0u/send-receipt",
    }),
    env: z.array(z.string()).meta({ description: "The names of its environment variables.", example: ["MODE"] }),
    webAddress: FUNCTION_FIELDS.webAddress,
    schedules: z.array(z.object({ ...SCHEDULE_FIELDS, nextRunAt: Moment.nullable(), ...LAST_RUN })).meta({
      description: "When the service calls it. Times that the clocks leave out are taken when they have moved.",
    }),
    limits: z.object({ wallSeconds: z.int(), memoryBytes: z.int(), atOnce: z.int() }).meta({
      description: "The plan's limits for each invocation, and for invocations at once.",
      example: { wallSeconds, memoryBytes, atOnce },
    }),
    createdAt: Moment,
    updatedAt: Moment,
  })
  .meta({ id: "Function" });
export type ProjectFunction = z.infer<typeof ProjectFunction>;

/** The use of a function in the last 24 hours. */
export interface FunctionFigures {
  invocationCount: number;
  errorCount: number;
  /** In milliseconds; `null` where it was not called. */
  p95Ms: number | null;
}

export const FunctionList = z.object({ items: z.array(ProjectFunction) }).meta({ id: "FunctionList" });

export const DeletedFunction = z
  .object({ deleted: z.literal(true), name: FunctionName })
  .meta({ id: "DeletedFunction" });

/** The columns that `toFunction` reads. */
export const FUNCTION_COLUMNS = {
  projectId: true,
  name: true,
  access: true,
  egressMode: true,
  egressHosts: true,
  hasWebAddress: true,
  createdAt: true,
  updatedAt: true,
  activeVersion: { select: { number: true, envNames: true } },
  schedules: {
    select: {
      ...{ cron: true, timezone: true, isEnabled: true, nextRunAt: true },
      ...{ lastSlot: true, lastOutcome: true, lastInvocationId: true },
    },
    orderBy: [{ cron: "asc" }, { id: "asc" }],
  },
} satisfies Prisma.ProjectFunctionSelect;

interface FunctionRow {
  projectId: string;
  name: string;
  access: string;
  egressMode: string;
  egressHosts: string[];
  hasWebAddress: boolean;
  createdAt: Date;
  updatedAt: Date;
  activeVersion: { number: number; envNames: string[] } | null;
  schedules: ScheduleRow[];
}

interface ScheduleRow {
  cron: string;
  timezone: string;
  isEnabled: boolean;
  nextRunAt: Date | null;
  lastSlot: Date | null;
  lastOutcome: string | null;
  lastInvocationId: string | null;
}

export function toFunction(
  row: FunctionRow,
  { tier, contentUrl }: { tier: string; contentUrl: string },
): ProjectFunction {
  const limits = planLimits(tier).functions;
  return {
    name: row.name,
    access: row.access as ProjectFunction["access"],
    egress: toEgress(row),
    activeVersion: row.activeVersion?.number ?? null,
    url: `${contentUrl}/f/${row.projectId}/${row.name}`,
    env: row.activeVersion?.envNames ?? [],
    webAddress: row.hasWebAddress,
    schedules: row.schedules.map(toSchedule),
    limits: { wallSeconds: limits.wallSeconds, memoryBytes: limits.memoryBytes, atOnce: limits.atOnce },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function toSchedule(row: ScheduleRow): ProjectFunction["schedules"][number] {
  return {
    cron: row.cron,
    timezone: row.timezone,
    enabled: row.isEnabled,
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    lastRunAt: row.lastSlot?.toISOString() ?? null,
    lastOutcome: row.lastOutcome as ProjectFunction["schedules"][number]["lastOutcome"],
    lastInvocation: row.lastInvocationId,
  };
}
