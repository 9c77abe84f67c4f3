import { z } from "zod";

/** The most urgent come first; the last three are equally urgent. */
export const SEVERITIES = ["csam", "malware", "phishing", "spam", "tos", "other"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const RESOLUTIONS = ["no_action", "warned", "suspended", "banned"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

const EQUALLY_URGENT = SEVERITIES.indexOf("spam");

/** Returns the place of a severity in the queue, of which the lowest comes first. */
export function urgencyOf(severity: Severity): number {
  return Math.min(SEVERITIES.indexOf(severity), EQUALLY_URGENT);
}

const ProjectId = z.string().meta({ example: "p_4k9x2m7q1w8e5r3t6y0u" });
const Moment = z.string().meta({ example: "2026-03-01T09:30:00.000Z" });

const ReportedProject = z.object({
  id: ProjectId,
  name: z.string().meta({ example: "Shop" }),
  status: z.enum(["active", "suspended", "banned"]),
  organisationId: z.string().nullable().meta({ example: "org_4k9x2m7q1w8e5r3t6y0u" }),
  organisationName: z.string().nullable().meta({ example: "Harbour Books" }),
});
export type ReportedProject = z.infer<typeof ReportedProject>;

/** Times are ISO 8601, UTC. A stranger's words are text: nothing of it is fetched, opened or rendered. */
export const AbuseReport = z
  .object({
    id: z.string().meta({ example: "abr_4k9x2m7q1w8e5r3t6y0u" }),
    status: z.enum(["open", "resolved"]),
    severity: z.enum(SEVERITIES),
    description: z.string().meta({ example: "A sign-in page that looks like my bank's." }),
    url: z.string().nullable().meta({ example: "https://coppice.example/auth/p_4k9x2m7q1w8e5r3t6y0u/sign-in" }),
    reporterEmail: z.string().nullable().meta({ example: "ada@example.com" }),
    address: z.string().nullable().meta({ description: "The reporter's network address.", example: "192.0.2.7" }),
    receivedAt: Moment,
    reportedProjectId: ProjectId.nullable().meta({
      description: "The project that the reporter named, or that `url` is a page of. It may not exist.",
    }),
    project: ReportedProject.nullable().meta({
      description: "The project that the resolution is about; for an open report, the reported one, if it exists.",
    }),
    resolution: z.enum(RESOLUTIONS).nullable(),
    projectId: ProjectId.nullable().meta({ description: "The project that the resolution is about." }),
    note: z.string().nullable().meta({ example: "Imitates a bank." }),
    resolvedAt: Moment.nullable(),
    resolvedBy: z.string().nullable().meta({
      description: "The admin key or account, or `command-line`.",
      example: "key_4k9x2m7q1w8e5r3t6y0u",
    }),
  })
  .meta({ id: "AbuseReport" });
export type AbuseReport = z.infer<typeof AbuseReport>;

interface AbuseReportRow {
  id: string;
  severity: string;
  description: string;
  url: string | null;
  reporterEmail: string | null;
  address: string | null;
  receivedAt: Date;
  reportedProjectId: string | null;
  resolution: string | null;
  projectId: string | null;
  note: string | null;
  resolvedAt: Date | null;
  resolvedById: string | null;
}

/** `projects` has those that the reports are about, as far as they exist. */
export function toAbuseReport(row: AbuseReportRow, projects: ReadonlyMap<string, ReportedProject>): AbuseReport {
  const { resolution, resolvedAt } = row;
  return {
    id: row.id,
    status: resolvedAt === null ? "open" : "resolved",
    severity: SEVERITIES.find((severity) => severity === row.severity) ?? "other",
    description: row.description,
    url: row.url,
    reporterEmail: row.reporterEmail,
    address: row.address,
    receivedAt: row.receivedAt.toISOString(),
    reportedProjectId: row.reportedProjectId,
    project: projects.get(subjectOf(row) ?? "") ?? null,
    resolution: RESOLUTIONS.find((each) => each === resolution) ?? null,
    projectId: row.projectId,
    note: row.note,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolvedBy: row.resolvedById,
  };
}

/** Returns the id of the project that a report is about. */
export function subjectOf(row: Pick<AbuseReportRow, "projectId" | "reportedProjectId">): string | null {
  return row.projectId ?? row.reportedProjectId;
}
