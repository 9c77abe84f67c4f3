import type { UsageRow } from "@/components/dashboard/usage/usage-table";
import { byteText } from "@/lib/core/byte-text";
import type { UsageDays } from "@/lib/services/usage/list-days";
import type { ProjectUsage } from "@/lib/services/usage/resource";

const count = (value: number) => value.toLocaleString("en");
const seconds = (value: number) => `${count(value)} s`;

/** Returns what a project uses of its limits, and what it has without one. */
export function usageRows(usage: ProjectUsage, days: UsageDays): UsageRow[] {
  const { storage, realtime } = usage;
  const free = (
    id: string,
    name: string,
    used: number,
    format: (value: number) => string,
    history: number[],
  ): UsageRow => ({
    ...{ id, name, used, limit: null, text: format(used), history, historyText: `${format(used)} in the month` },
  });
  return [
    {
      ...{ id: "storage", name: "Storage", note: "now", used: storage.usedBytes + storage.reservedBytes },
      limit: storage.limitBytes,
      text: `${byteText(storage.usedBytes)} of ${byteText(storage.limitBytes)}`,
      ...{ history: [], historyText: "" },
    },
    free("objects", "Objects", storage.objectCount, count, []),
    {
      ...{ id: "realtime", name: "Realtime connection time", used: realtime.connectionSeconds, limit: realtime.limit },
      text: `${seconds(realtime.connectionSeconds)} of ${seconds(realtime.limit)}`,
      ...{ history: days.connection.amounts, historyText: `${seconds(realtime.connectionSeconds)} in the month` },
    },
    free("invocations", "Function invocations", usage.invocationCount, count, days.invocation.counts),
    ...usage.byFunction.map(({ name, invocationCount, totalDurationMs }) => ({
      ...{ id: `function-${name}`, name, note: "function", used: invocationCount, limit: null },
      text: `${count(invocationCount)} in ${seconds(Math.round(totalDurationMs / 1_000))}`,
      ...{ history: [], historyText: "" },
    })),
    free("errors", "Failed invocations", usage.errorCount, count, days["invocation-error"].counts),
    free("duration", "Function time", Math.round(usage.totalDurationMs / 1_000), seconds, days.invocation.amounts),
    free("egress", "Data sent", usage.egressBytes, byteText, days.egress.amounts),
  ];
}
