import { requireAdministration } from "@/lib/core/access/require-member-permission";
import { PROJECT_STANDING } from "@/lib/core/audit/lasting";
import type { Context } from "@/lib/core/context";
import type { ProjectAction } from "./resource";

/** A project has few of them, so the list has no pages. */
const MOST = 100;

const ACTIONS = {
  "project.suspend": "suspended",
  "project.ban": "banned",
  "project.unsuspend": "unsuspended",
} as const satisfies Record<(typeof PROJECT_STANDING)[number], ProjectAction["action"]>;

/** Returns the operator's actions on a project, and the abuse reports about it, newest first. */
export async function listProjectActions(ctx: Context, { projectId }: { projectId: string }): Promise<ProjectAction[]> {
  requireAdministration(ctx);
  const [events, reports] = await Promise.all([
    ctx.db.auditEvent.findMany({
      where: { targetId: projectId, action: { in: [...PROJECT_STANDING] } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: MOST,
    }),
    ctx.db.abuseReport.findMany({
      where: { OR: [{ projectId }, { projectId: null, reportedProjectId: projectId }] },
      orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
      take: MOST,
    }),
  ]);
  const done = events.map((event) => ({
    id: event.id,
    at: event.createdAt.toISOString(),
    action: ACTIONS[event.action as keyof typeof ACTIONS],
    text: reasonOf(event.data),
    by: event.actorKind,
  }));
  const reported = reports.flatMap((report): ProjectAction[] => [
    ...(report.resolvedAt === null
      ? []
      : [
          {
            id: `${report.id}-resolved`,
            at: report.resolvedAt.toISOString(),
            action: "resolved" as const,
            text: report.resolution,
            by: report.resolvedByKind ?? "operator",
          },
        ]),
    {
      id: report.id,
      at: report.receivedAt.toISOString(),
      action: "reported",
      text: report.severity,
      by: "anonymous",
    },
  ]);
  return [...done, ...reported].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST);
}

function reasonOf(data: unknown): string | null {
  const reason = typeof data === "object" && data !== null && "reason" in data ? data.reason : null;
  return typeof reason === "string" ? reason : null;
}
