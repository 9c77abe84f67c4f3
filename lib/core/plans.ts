const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/**
 * The limits of a project's functions: how many there may be, each with so many versions kept, and schedules in all;
 * invokes and deploys in a minute; how long and with how much memory each invocation runs, and how many at once of one
 * function; for how many days logs are kept.
 */
const FUNCTIONS = {
  free: {
    ...{ functions: 10, versions: 5, schedules: 5, invokesPerMinute: 60, deploysPerMinute: 5 },
    ...{ wallSeconds: 10, memoryBytes: 128 * MIB, atOnce: 5, logDays: 1 },
  },
  pro: {
    ...{ functions: 100, versions: 20, schedules: 50, invokesPerMinute: 600, deploysPerMinute: 30 },
    ...{ wallSeconds: 60, memoryBytes: 256 * MIB, atOnce: 25, logDays: 7 },
  },
  team: {
    ...{ functions: 500, versions: 50, schedules: 500, invokesPerMinute: 6_000, deploysPerMinute: 100 },
    ...{ wallSeconds: 150, memoryBytes: 512 * MIB, atOnce: 100, logDays: 30 },
  },
} as const;

/**
 * Restore points are counted per database; scheduled and safety ones also expire after `days`. `databaseBytes` bounds
 * one database or branch, `keptBytes` all undo rows and restore points of the organisation.
 * `webhooks` and `buckets` are counted per project, `storageBytes` bounds all objects of one and `objectBytes` each.
 * `drafts` is how many a language model may make for a project in a day.
 * `connectionSeconds` is how long realtime connections of a project may be open in a month, together, `subscriptions`
 * how many there may be at once, and `broadcasts` how many messages a second are sent to its topics.
 */
export const PLANS = {
  free: {
    ...{ databases: 3, branches: 5, webhooks: 3, drafts: 20, databaseBytes: GIB, keptBytes: GIB },
    ...{ storageBytes: GIB, objectBytes: 50 * MIB, buckets: 10, connectionSeconds: 1_000_000 },
    ...{ subscriptions: 100, broadcasts: 20 },
    functions: FUNCTIONS.free,
    restorePoints: { manual: 3, scheduled: 7, safety: 10, days: 7 },
  },
  pro: {
    ...{ databases: 25, branches: 50, webhooks: 10, drafts: 200, databaseBytes: 20 * GIB, keptBytes: 20 * GIB },
    ...{ storageBytes: 10 * GIB, objectBytes: 5 * GIB, buckets: 100, connectionSeconds: 10_000_000 },
    ...{ subscriptions: 1_000, broadcasts: 200 },
    functions: FUNCTIONS.pro,
    restorePoints: { manual: 20, scheduled: 48, safety: 30, days: 30 },
  },
  team: {
    ...{ databases: 200, branches: 500, webhooks: 50, drafts: 2_000, databaseBytes: 200 * GIB, keptBytes: 200 * GIB },
    ...{ storageBytes: 100 * GIB, objectBytes: 50 * GIB, buckets: 1_000, connectionSeconds: 100_000_000 },
    ...{ subscriptions: 10_000, broadcasts: 2_000 },
    functions: FUNCTIONS.team,
    restorePoints: { manual: 50, scheduled: 168, safety: 50, days: 90 },
  },
} as const;

export type Plan = keyof typeof PLANS;

type Numbers<Limits> = { [Name in keyof Limits]: Limits[Name] extends number ? number : Numbers<Limits[Name]> };

export type PlanLimits = Numbers<(typeof PLANS)["free"]>;

export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

/** A symbol of the whole process: dist and Next's bundle each have this module. */
const IN_FORCE = Symbol.for("coppice.plans");
const scope = globalThis as { [IN_FORCE]?: Readonly<Record<Plan, PlanLimits>> };

/** Returns the limits of all plans, with the operator's changes. */
export function plansInForce(): Readonly<Record<Plan, PlanLimits>> {
  return scope[IN_FORCE] ?? PLANS;
}

/** Puts limits in force in this process. */
export function putPlansInForce(plans: Readonly<Record<Plan, PlanLimits>>): void {
  scope[IN_FORCE] = plans;
}

/** Returns the limits of a plan; a name that is no plan's has the limits of `free`. */
export function planLimits(plan: string): PlanLimits {
  return plansInForce()[isPlan(plan) ? plan : "free"];
}

/** Returns the largest of the plans, or `free` without any. */
export function highestPlan(plans: readonly Plan[]): Plan {
  const places = plans.map((plan) => PLAN_NAMES.indexOf(plan));
  return PLAN_NAMES[Math.max(0, ...places)] ?? "free";
}

interface OrganisationBytes {
  plan: string;
  /** Set by the operator in place of the plan's; `null` leaves it to the plan. */
  databaseBytes: bigint | null;
  keptBytes: bigint | null;
}

/** Returns how many bytes one database of an organisation may take, and how many its undo rows and copies together. */
export function byteLimitsOf({ plan, databaseBytes, keptBytes }: OrganisationBytes) {
  const limits = planLimits(plan);
  return {
    databaseBytes: databaseBytes ?? BigInt(limits.databaseBytes),
    keptBytes: keptBytes ?? BigInt(limits.keptBytes),
  };
}

export function isPlan(value: unknown): value is Plan {
  return typeof value === "string" && Object.hasOwn(PLANS, value);
}
