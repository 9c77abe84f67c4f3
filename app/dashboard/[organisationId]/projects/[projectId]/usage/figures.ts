import type { UsageFigure } from "@/components/dashboard/usage/usage-charts";
import type { UsageDays } from "@/lib/services/usage/list-days";
import { DAY_MS } from "@/lib/services/usage/metrics";
import type { ProjectUsage } from "@/lib/services/usage/resource";

/** Returns the days of the period that usage is of, in ISO 8601, UTC. */
export function daysOf({ from, until }: Pick<ProjectUsage, "from" | "until">): string[] {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  const count = Math.ceil((end - begin) / DAY_MS);
  return Array.from({ length: count }, (_, day) => new Date(begin + day * DAY_MS).toISOString());
}

/**
 * Returns a project's usage day by day. A figure with a limit for the month is added up, so that it nears its limit.
 */
export function usageFigures({ realtime }: Pick<ProjectUsage, "realtime">, days: UsageDays): UsageFigure[] {
  const perDay = { note: "per day", limit: null };
  const counted = { ...perDay, unit: "count" as const };
  return [
    {
      ...{ id: "realtime", name: "Realtime connection time", unit: "seconds", note: "in the month so far" },
      ...{ values: runningSums(days.connection.amounts), limit: realtime.limit },
    },
    { ...counted, id: "invocations", name: "Function invocations", values: days.invocation.counts },
    { ...counted, id: "errors", name: "Failed invocations", values: days["invocation-error"].counts },
    {
      ...{ ...perDay, id: "duration", name: "Function time", unit: "seconds" },
      values: days.invocation.amounts.map((milliseconds) => milliseconds / 1_000),
    },
    { ...perDay, id: "egress", name: "Data sent", unit: "bytes", values: days.egress.amounts },
    { ...counted, id: "broadcasts", name: "Broadcasts", values: days.broadcast.counts },
  ];
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
