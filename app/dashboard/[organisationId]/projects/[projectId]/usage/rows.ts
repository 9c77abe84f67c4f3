import type { UsageRow } from "@/components/dashboard/usage/usage-table";
import { durationText, longTimeText } from "@/components/ui/figure-text";
import { byteText } from "@/lib/core/byte-text";
import type { ProjectUsage } from "@/lib/services/usage/resource";

const count = (value: number) => value.toLocaleString("en");
const millis = (value: number) => (value < 120_000 ? durationText(value * 1_000) : longTimeText(value / 1_000));
/** The charts beside the table have the use over time. */
const NO_HISTORY = { history: [], historyText: "" };

/** Returns a project's use of its limits, and its use of things without one. */
export function usageRows(usage: ProjectUsage): UsageRow[] {
  const { storage, realtime } = usage;
  const free = (id: string, name: string, used: number, format: (value: number) => string): UsageRow => {
    return { id, name, used, limit: null, text: format(used), ...NO_HISTORY };
  };
  return [
    {
      ...{ id: "storage", name: "Storage", note: "now", used: storage.usedBytes + storage.reservedBytes },
      limit: storage.limitBytes,
      text: `${byteText(storage.usedBytes)} of ${byteText(storage.limitBytes)}`,
      ...NO_HISTORY,
    },
    free("objects", "Objects", storage.objectCount, count),
    {
      ...{ id: "realtime", name: "Realtime connection time", used: realtime.connectionSeconds, limit: realtime.limit },
      text: `${longTimeText(realtime.connectionSeconds)} of ${longTimeText(realtime.limit)}`,
      ...NO_HISTORY,
    },
    free("invocations", "Function invocations", usage.invocationCount, count),
    ...usage.byFunction.map(({ name, invocationCount, totalDurationMs }) => ({
      ...{ id: `function-${name}`, name, note: "function", used: invocationCount, limit: null },
      text: `${count(invocationCount)} in ${millis(totalDurationMs)}`,
      ...NO_HISTORY,
    })),
    free("errors", "Failed invocations", usage.errorCount, count),
    free("duration", "Function time", usage.totalDurationMs, millis),
    free("egress", "Data sent", usage.egressBytes, byteText),
  ];
}
