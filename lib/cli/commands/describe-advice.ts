import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import type { AdviceReport } from "@/lib/sql/advice/resource";

/** Returns advice as a table with a row for each object. */
export function describeAdvice({ advice, unchecked, countedSince }: AdviceReport): string {
  const rows = advice.flatMap(({ severity, title, findings, hasMore }) => [
    ...findings.map(({ object, detail, sql }) => [severity, title, object, detail ?? "-", sql ?? "-"]),
    ...(hasMore ? [[severity, title, "and more", "-", "-"]] : []),
  ]);
  const table = formatTable(["SEVERITY", "ADVICE", "OBJECT", "DETAIL", "STATEMENT"], rows);
  const left = unchecked.length === 0 ? "" : `Not checked, or only in part: ${unchecked.join(", ")}.\n`;
  return `${rows.length === 0 ? "No advice.\n" : table}${left}Counted since ${formatMoment(countedSince)} UTC.`;
}
