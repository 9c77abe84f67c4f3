import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { listAdvice } from "@/lib/sql/advice/list";
import type { AdviceReport } from "@/lib/sql/advice/resource";

type Noun = Parameters<typeof addVerb>[1];

export function addAdviceCommand(tree: CommandTree, noun: Noun): void {
  addVerb(tree, noun, {
    usage: "advice <database>",
    description:
      "List weak security and slow spots of a database, each with a statement that mends it. Nothing is run.",
    examples: ["coppice db advice db_4k9x2m7q1w8e5r3t6y0u", "coppice db advice db_4k9x2m7q1w8e5r3t6y0u --json"],
    run: async (args) => {
      const databaseId = argument(args, 0);
      const report = await tree.line.withSession(({ ctx }) => listAdvice(ctx, { databaseId }), "hosts");
      return { json: report, text: textOf(report) };
    },
  });
}

function textOf({ advice, unchecked, countedSince }: AdviceReport): string {
  const rows = advice.flatMap(({ severity, title, findings, hasMore }) => [
    ...findings.map(({ object, detail, sql }) => [severity, title, object, detail ?? "-", sql ?? "-"]),
    ...(hasMore ? [[severity, title, "and more", "-", "-"]] : []),
  ]);
  const table = formatTable(["SEVERITY", "ADVICE", "OBJECT", "DETAIL", "STATEMENT"], rows);
  const left = unchecked.length === 0 ? "" : `Not checked, or only in part: ${unchecked.join(", ")}.\n`;
  return `${rows.length === 0 ? "No advice.\n" : table}${left}Counted since ${formatMoment(countedSince)} UTC.\n`;
}
