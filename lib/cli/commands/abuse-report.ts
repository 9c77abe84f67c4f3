import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import { toOneLine } from "@/lib/core/names";
import { ListAbuseReportsInput, listAbuseReports } from "@/lib/services/abuse-reports/list";
import { ResolveAbuseReportInput, resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import { type AbuseReport, RESOLUTIONS, SEVERITIES } from "@/lib/services/abuse-reports/resource";
import { findProject } from "@/lib/sign-in/projects/find";

interface ListOptions {
  status: string;
  severity?: string;
  limit: number;
  after?: string;
}

interface ResolveOptions {
  resolution: string;
  project?: string;
  note?: string;
}

/** A description is shown in one line; JSON has all of it. */
const SHOWN_CHARACTERS = 60;

export function addAbuseReportCommands(tree: CommandTree, noun: Command): void {
  addList(tree, noun);
  addVerb<ResolveOptions>(tree, noun, {
    usage: "resolve <report>",
    description: "Resolve a report, by ID. suspended and banned also suspend or ban the project.",
    examples: [
      "coppice abuse-report resolve abr_4k9x2m7q1w8e5r3t6y0u --resolution no_action",
      'coppice abuse-report resolve abr_4k9x2m7q1w8e5r3t6y0u --resolution suspended --project Shop --note "Spam."',
    ],
    options: (command) =>
      command
        .addOption(new Option("--resolution <resolution>", "the decision").choices(RESOLUTIONS).makeOptionMandatory())
        .option("--project <project>", "the project it's about, by ID or exact name, if not the reported one")
        .option("--note <text>", "a note for the operator"),
    run: async (args, { resolution, project, note }) => {
      const resolved = await tree.line.withSession(async ({ ctx }) => {
        const projectId = project === undefined ? undefined : (await findProject(ctx, project)).projectId;
        const input = { id: argument(args, 0), resolution, ...(projectId && { projectId }), ...(note && { note }) };
        return resolveAbuseReport(ctx, ResolveAbuseReportInput.parse(input));
      });
      return { json: resolved, text: describeResolved(resolved) };
    },
  });
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<ListOptions>(tree, noun, {
    usage: "list",
    description: "List reports: child abuse material, malware and phishing first, then the oldest.",
    examples: ["coppice abuse-report list", "coppice abuse-report list --status resolved --severity phishing --json"],
    options: (command) =>
      command
        .addOption(new Option("--status <status>", "open or resolved").choices(["open", "resolved"]).default("open"))
        .addOption(new Option("--severity <severity>", "only this severity").choices(SEVERITIES))
        .option("--limit <count>", "how many at most, up to 200", parsePageSize, 50)
        .option("--after <cursor>", "go on after the page that printed this cursor"),
    run: async (_args, { after, ...options }) => {
      const input = ListAbuseReportsInput.parse({ ...options, ...(after !== undefined && { cursor: after }) });
      const page = await tree.line.withSession(({ ctx }) => listAbuseReports(ctx, input));
      const more = page.nextCursor === null ? "" : `\nMore: --after ${page.nextCursor}\n`;
      return { json: page, text: tableOf(page.items) + more };
    },
  });
}

function tableOf(items: readonly AbuseReport[]): string {
  return formatTable(
    ["ID", "RECEIVED (UTC)", "SEVERITY", "PROJECT", "RESOLUTION", "DESCRIPTION"],
    items.map((report) => [
      report.id,
      formatMoment(report.receivedAt),
      report.severity,
      report.projectId ?? report.reportedProjectId ?? "-",
      report.resolution ?? "-",
      shortened(report.description),
    ]),
  );
}

/** A stranger wrote it, so no control character of it may reach the terminal. */
function shortened(text: string): string {
  const line = toOneLine(text);
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line;
}

function describeResolved(report: AbuseReport): string {
  return formatFields([
    ["id", report.id],
    ["resolution", report.resolution ?? "-"],
    ["project", report.project ? `${report.project.name} (${report.project.id})` : (report.projectId ?? "-")],
    ["status", report.project?.status ?? "-"],
    ["resolved (UTC)", formatMoment(report.resolvedAt)],
  ]);
}
