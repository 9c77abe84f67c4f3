import type { UsageFigure } from "@/components/dashboard/usage/usage-chart";
import type { UsageRow } from "@/components/dashboard/usage/usage-table";
import { DAY_MS, HISTORY_DAYS } from "@/lib/hosting/usage/count-history";

/** Returns the ends of the days that the history of an organisation has, the last one now, in ISO 8601, UTC. */
export function historyDays(now: Date): string[] {
  return Array.from({ length: HISTORY_DAYS }, (_, day) => {
    return new Date(now.getTime() - (HISTORY_DAYS - 1 - day) * DAY_MS).toISOString();
  });
}

/** Returns the charts of those rows that have a history: how many there were at the end of each day. */
export function countFigures(rows: readonly UsageRow[]): UsageFigure[] {
  return rows
    .filter(({ history }) => history.length > 0)
    .map(({ id, name, history, limit }) => ({ id, name, limit, unit: "count", note: "by day", values: history }));
}
