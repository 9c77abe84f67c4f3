import { found } from "@/lib/cli/define/kinds";
import { anywhere } from "@/lib/cli/define/places";
import { toOneLine } from "@/lib/core/names";
import { ListAbuseReportsInput, listAbuseReports } from "@/lib/services/abuse-reports/list";
import { ResolveAbuseReportInput, resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import { findProject } from "@/lib/sign-in/projects/find";

/** A description is shown in one line; JSON has all of it. */
const SHOWN_CHARACTERS = 60;

const { id } = ResolveAbuseReportInput.shape;

export const commands = [
  anywhere.verb("list", {
    description: "List reports: child abuse material, malware and phishing first, then the oldest.",
    examples: ["", "--status resolved --severity phishing --json"],
    input: ListAbuseReportsInput,
    options: {
      status: "open or resolved",
      severity: "only this severity",
      limit: "<count>  how many at most, up to 200",
      cursor: "--after <cursor>  go on after the page that printed this cursor",
    },
    run: listAbuseReports,
    columns: [
      "id",
      "receivedAt",
      "severity",
      { project: ({ projectId, reportedProjectId }) => projectId ?? reportedProjectId },
      "resolution",
      { description: ({ description }) => shortened(description) },
    ],
  }),
  anywhere.verb("resolve <report>", {
    description: "Resolve a report, by ID. suspended and banned also suspend or ban the project.",
    examples: [
      "abr_4k9x2m7q1w8e5r3t6y0u --resolution no_action",
      'abr_4k9x2m7q1w8e5r3t6y0u --resolution suspended --project Shop --note "Spam."',
    ],
    input: ResolveAbuseReportInput.omit({ id: true }).extend({ report: id }),
    options: {
      resolution: "the decision",
      projectId: found(
        "--project <project>  the project it's about, by ID or exact name, if not the reported one",
        async (ctx, project) => (await findProject(ctx, project)).projectId,
      ),
      note: "<text>  a note for the operator",
    },
    run: (ctx, { report, ...decision }) => resolveAbuseReport(ctx, { id: report, ...decision }),
    columns: [
      "id",
      "resolution",
      {
        project: ({ project, projectId }) => (project ? `${project.name} (${project.id})` : projectId),
        status: ({ project }) => project?.status,
      },
      "resolvedAt",
    ],
  }),
];

/** A stranger wrote it, so no control character of it may reach the terminal. */
function shortened(text: string): string {
  const line = toOneLine(text);
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line;
}
