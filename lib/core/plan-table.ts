import { byteText } from "./byte-text";
import { PLAN_NAMES, type Plan, type PlanLimits, plansInForce } from "./plans";

/** The limits of a plan that an organisation as a whole, or its largest database, can use up. */
export type PlanFigure = "databases" | "branches" | "databaseBytes" | "keptBytes";

export interface PlanRow {
  name: string;
  figure: PlanFigure | null;
  values: Record<Plan, string>;
}

/** Returns the name of a plan as a page writes it. */
export function planName(plan: string): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

interface Row {
  name: string;
  figure: PlanFigure | null;
  textOf: (limits: PlanLimits) => string;
}

function row(name: string, figure: PlanFigure | null, textOf: Row["textOf"]): Row {
  return { name, figure, textOf };
}

/** Returns the limits of each plan in words, as the dashboard shows them: those in force, unless others are given. */
export function planRows(plans = plansInForce()): PlanRow[] {
  return ROWS.map(({ name, figure, textOf }) => {
    const values = Object.fromEntries(PLAN_NAMES.map((plan) => [plan, textOf(plans[plan])])) as Record<Plan, string>;
    return { name, figure, values };
  });
}

const ROWS: readonly Row[] = [
  row("Databases", "databases", ({ databases }) => databases.toLocaleString("en")),
  row("Branches", "branches", ({ branches }) => branches.toLocaleString("en")),
  row("Size of a database or branch", "databaseBytes", ({ databaseBytes }) => byteText(databaseBytes)),
  row("Restore points and undo data, together", "keptBytes", ({ keptBytes }) => byteText(keptBytes)),
  row("Storage, per project", null, ({ storageBytes }) => byteText(storageBytes)),
  row("Size of an object", null, ({ objectBytes }) => byteText(objectBytes)),
  row("Buckets, per project", null, ({ buckets }) => buckets.toLocaleString("en")),
  row("AI drafts a day, per project", null, ({ drafts }) => drafts.toLocaleString("en")),
  row("Realtime subscriptions at once, per project", null, ({ subscriptions }) => subscriptions.toLocaleString("en")),
  row("Realtime connection seconds a month, per project", null, ({ connectionSeconds }) =>
    connectionSeconds.toLocaleString("en"),
  ),
  row("Realtime messages sent a second, per project", null, ({ broadcasts }) => broadcasts.toLocaleString("en")),
  row("Functions, per project", null, ({ functions }) => functions.functions.toLocaleString("en")),
  row("Calls of functions a minute, per project", null, ({ functions }) =>
    functions.invokesPerMinute.toLocaleString("en"),
  ),
  row("Deployments of functions a minute, per project", null, ({ functions }) => String(functions.deploysPerMinute)),
  row("Time of a call of a function", null, ({ functions }) => `${functions.wallSeconds} seconds`),
  row("Memory of a function", null, ({ functions }) => byteText(functions.memoryBytes)),
  row("Calls at once, per function", null, ({ functions }) => String(functions.atOnce)),
  row("Versions kept, per function", null, ({ functions }) => String(functions.versions)),
  row("Schedules of functions, per project", null, ({ functions }) => String(functions.schedules)),
  row("Days of functions' logs", null, ({ functions }) => String(functions.logDays)),
  row("Webhooks, per project", null, ({ webhooks }) => String(webhooks)),
  row("Restore points you create, per database", null, ({ restorePoints: { manual } }) => String(manual)),
  row("Scheduled restore points, per database", null, ({ restorePoints: { scheduled } }) => String(scheduled)),
  row("Restore points before a change, per database", null, ({ restorePoints: { safety } }) => String(safety)),
  row("Days that automatic restore points are kept", null, ({ restorePoints: { days } }) => String(days)),
];
