import { z } from "zod";
import { JsonText } from "./json-text";
import { PLAN_NAMES, PLANS, type Plan, type PlanLimits } from "./plans";

interface ChangeableLimit {
  label: string;
  /** The part of the plan's limits that has it. */
  part?: "functions" | "restorePoints";
  key: string;
  isBytes?: true;
}

/** The limits of plans that the operator may change, by the names that COPPICE_PLAN_LIMITS has for them. */
export const CHANGEABLE_LIMITS = {
  databases: { label: "Databases", key: "databases" },
  branches: { label: "Branches", key: "branches" },
  databaseBytes: { label: "Size of a database or branch", key: "databaseBytes", isBytes: true },
  keptBytes: { label: "Restore points and undo data, together", key: "keptBytes", isBytes: true },
  storageBytes: { label: "Storage, per project", key: "storageBytes", isBytes: true },
  objectBytes: { label: "Size of an object", key: "objectBytes", isBytes: true },
  buckets: { label: "Buckets, per project", key: "buckets" },
  drafts: { label: "AI drafts a day, per project", key: "drafts" },
  subscriptions: { label: "Realtime subscriptions at once, per project", key: "subscriptions" },
  connectionSeconds: { label: "Realtime connection seconds a month, per project", key: "connectionSeconds" },
  broadcasts: { label: "Realtime messages sent a second, per project", key: "broadcasts" },
  functions: { label: "Functions, per project", part: "functions", key: "functions" },
  invokesPerMinute: { label: "Calls of functions a minute, per project", part: "functions", key: "invokesPerMinute" },
  deploysPerMinute: { label: "Deployments of functions a minute", part: "functions", key: "deploysPerMinute" },
  schedules: { label: "Schedules of functions, per project", part: "functions", key: "schedules" },
  logDays: { label: "Days of functions' logs", part: "functions", key: "logDays" },
  webhooks: { label: "Webhooks, per project", key: "webhooks" },
  manualRestorePoints: { label: "Restore points you create, per database", part: "restorePoints", key: "manual" },
  scheduledRestorePoints: { label: "Scheduled restore points, per database", part: "restorePoints", key: "scheduled" },
  safetyRestorePoints: { label: "Restore points before a change", part: "restorePoints", key: "safety" },
  restorePointDays: { label: "Days of automatic restore points", part: "restorePoints", key: "days" },
} as const satisfies Record<string, ChangeableLimit>;

export type ChangeableLimitName = keyof typeof CHANGEABLE_LIMITS;
export const CHANGEABLE_LIMIT_NAMES = Object.keys(CHANGEABLE_LIMITS) as ChangeableLimitName[];

/** An empty database alone takes 8 MB. */
const LEAST_BYTES = 16 * 1024 ** 2;
/** The control plane counts in numbers of 32 bits, but for bytes. */
const MOST_COUNT = 2_000_000_000;
const Count = z.int().min(1).max(MOST_COUNT);
const Bytes = z.int().min(LEAST_BYTES).max(Number.MAX_SAFE_INTEGER);

const Limits = z.strictObject(
  Object.fromEntries(
    CHANGEABLE_LIMIT_NAMES.map((name) => [name, ("isBytes" in CHANGEABLE_LIMITS[name] ? Bytes : Count).optional()]),
  ) as Record<ChangeableLimitName, z.ZodOptional<z.ZodInt>>,
);

/** The limits that differ from those of this version, by plan. */
export const PlanChanges = z.strictObject({
  free: Limits.optional(),
  pro: Limits.optional(),
  team: Limits.optional(),
} satisfies Record<Plan, unknown>);
export type PlanChanges = z.output<typeof PlanChanges>;

/** Such as `{"free": {"databases": 5}}`. */
export const PlanLimitsText = JsonText.pipe(PlanChanges);

/** Returns the limits of all plans with changes; without any, those of this version themselves. */
export function changedPlans(changes: PlanChanges): Readonly<Record<Plan, PlanLimits>> {
  if (PLAN_NAMES.every((plan) => Object.keys(changes[plan] ?? {}).length === 0)) return PLANS;
  const plans: Record<Plan, PlanLimits> = structuredClone(PLANS);
  for (const plan of PLAN_NAMES) {
    for (const name of CHANGEABLE_LIMIT_NAMES) {
      const value = changes[plan]?.[name];
      if (value !== undefined) Object.assign(partOf(plans[plan], name), { [CHANGEABLE_LIMITS[name].key]: value });
    }
  }
  return plans;
}

/** Returns one of the limits of a plan. */
export function limitOf(limits: PlanLimits, name: ChangeableLimitName): number {
  return (partOf(limits, name) as Record<string, number>)[CHANGEABLE_LIMITS[name].key] ?? 0;
}

function partOf(limits: PlanLimits, name: ChangeableLimitName): object {
  const limit: ChangeableLimit = CHANGEABLE_LIMITS[name];
  return limit.part === undefined ? limits : limits[limit.part];
}
