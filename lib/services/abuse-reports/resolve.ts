import { z } from "zod";
import { requireAdministration } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { AbuseReportId, ProjectId } from "@/lib/core/id-schemas";
import { holdProject } from "@/lib/sign-in/projects/hold";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { findReportedProjects } from "./reported-projects";
import { type AbuseReport, RESOLUTIONS, type Severity, subjectOf, toAbuseReport } from "./resource";

export const ResolveAbuseReportInput = z.strictObject({
  id: AbuseReportId.meta({ example: "abr_4k9x2m7q1w8e5r3t6y0u" }),
  resolution: z.enum(RESOLUTIONS).meta({ example: "suspended" }),
  projectId: ProjectId.optional().meta({
    description: "The project that the resolution is about, in place of the reported one.",
    example: "p_4k9x2m7q1w8e5r3t6y0u",
  }),
  note: z.string().trim().max(2_000).optional().meta({
    description: "For the operator; the project's organisation doesn't see it.",
    example: "Imitates a bank.",
  }),
});
type ResolveAbuseReportInput = z.infer<typeof ResolveAbuseReportInput>;

/** The reason that the organisation of a suspended project reads. */
const REASONS: Record<Severity, string> = {
  csam: "Reported for child sexual abuse material.",
  malware: "Reported for malware.",
  phishing: "Reported for phishing.",
  spam: "Reported for spam.",
  tos: "Reported for a breach of the terms of service.",
  other: "Reported for abuse.",
};

/**
 * Resolves an open report; `suspended` and `banned` suspend or ban its project in the same transaction, and hold its
 * bytes where the report is of child sexual abuse material. Throws
 * `report_not_found`, `conflict` for a resolved report, `invalid_request` where a suspension names no project, and the
 * errors that
 * `setProjectStatus` throws.
 */
export async function resolveAbuseReport(ctx: Context, input: ResolveAbuseReportInput): Promise<AbuseReport> {
  requireAdministration(ctx);
  const { id, resolution, note } = input;
  return withTransaction(ctx, async (tx) => {
    const open = await tx.db.abuseReport.findUnique({ where: { id }, select: { reportedProjectId: true } });
    if (!open) throw new ServiceError("report_not_found", "Abuse report not found.");
    const projectId = input.projectId ?? open.reportedProjectId;
    // Of two that resolve one report, the second waits for the first here, and finds it resolved.
    const [row] = await tx.db.abuseReport.updateManyAndReturn({
      where: { id, resolvedAt: null },
      data: {
        resolution,
        projectId,
        note: note || null,
        resolvedAt: tx.clock.now(),
        resolvedByKind: tx.actor.kind,
        resolvedById: tx.actor.id,
      },
    });
    if (!row) throw new ServiceError("conflict", "The report is resolved already.");
    const report = toAbuseReport(row, new Map());
    if (resolution === "suspended" || resolution === "banned") {
      if (projectId === null) throw needsProject();
      await setProjectStatus(tx, { projectId, status: resolution, reason: REASONS[report.severity] });
      if (report.severity === "csam") await holdProject(tx, projectId);
    }
    await recordAudit(tx, {
      organisationId: null,
      action: "abuse_report.resolve",
      targetId: id,
      data: { resolution, severity: report.severity, projectId },
    });
    return toAbuseReport(row, await findReportedProjects(tx, [subjectOf(row)]));
  });
}

function needsProject(): ServiceError {
  const message = "The report names no project. Say which one to suspend.";
  return new ServiceError("invalid_request", message, {
    details: [{ path: "projectId", message: "is needed for this resolution" }],
  });
}
