import { z } from "zod";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { toOneLine } from "@/lib/core/names";
import { ListAbuseReportsInput, listAbuseReports } from "@/lib/services/abuse-reports/list";
import { ResolveAbuseReportInput, resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import type { AbuseReport } from "@/lib/services/abuse-reports/resource";
import { findProject } from "@/lib/sign-in/projects/find";

/** A description is shown in one line; JSON has all of it. */
const SHOWN_CHARACTERS = 60;

const { id, resolution, note } = ResolveAbuseReportInput.shape;

export const commands = [
  verb({
    usage: "list",
    description: "List reports: child abuse material, malware and phishing first, then the oldest.",
    examples: ["", "--status resolved --severity phishing --json"],
    input: ListAbuseReportsInput,
    options: {
      status: { help: "open or resolved" },
      severity: { help: "only this severity" },
      limit: { flags: "--limit <count>", help: "how many at most, up to 200" },
      cursor: { flags: "--after <cursor>", help: "go on after the page that printed this cursor" },
    },
    run: listAbuseReports,
    print: table<AbuseReport>({
      ...{ id: "id", "received (UTC)": "receivedAt", severity: "severity" },
      project: ({ projectId, reportedProjectId }) => projectId ?? reportedProjectId,
      ...{ resolution: "resolution", description: ({ description }) => shortened(description) },
    }),
  }),
  verb({
    usage: "resolve <report>",
    description: "Resolve a report, by ID. suspended and banned also suspend or ban the project.",
    examples: [
      "abr_4k9x2m7q1w8e5r3t6y0u --resolution no_action",
      'abr_4k9x2m7q1w8e5r3t6y0u --resolution suspended --project Shop --note "Spam."',
    ],
    input: z.object({ report: id, resolution, project: z.string().optional(), note }),
    options: {
      resolution: { help: "the decision" },
      project: { help: "the project it's about, by ID or exact name, if not the reported one" },
      note: { flags: "--note <text>", help: "a note for the operator" },
    },
    run: async (ctx, { report, project, ...decision }) => {
      const about = project === undefined ? {} : { projectId: (await findProject(ctx, project)).projectId };
      return resolveAbuseReport(ctx, { id: report, ...decision, ...about });
    },
    print: fields<AbuseReport>({
      ...{ id: "id", resolution: "resolution" },
      project: ({ project, projectId }) => (project ? `${project.name} (${project.id})` : projectId),
      ...{ status: ({ project }) => project?.status, "resolved (UTC)": "resolvedAt" },
    }),
  }),
];

/** A stranger wrote it, so no control character of it may reach the terminal. */
function shortened(text: string): string {
  const line = toOneLine(text);
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : line;
}
