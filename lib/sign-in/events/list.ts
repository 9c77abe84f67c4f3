import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { SECURITY_EVENT_KINDS } from "./record";

export const ListSecurityEventsInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  userId: z.string().max(64).optional(),
  kind: z.enum(SECURITY_EVENT_KINDS).optional(),
  outcome: z.enum(["accepted", "refused"]).optional(),
  /** The `nextCursor` of the page before. */
  before: z.string().max(512).optional(),
  limit: z.int().min(1).max(1_000).default(100),
});
type ListSecurityEventsInput = z.infer<typeof ListSecurityEventsInput>;

/** A security event as the project's owner sees it. Times are ISO 8601, UTC. */
export interface SecurityEvent {
  id: string;
  kind: string;
  outcome: string;
  /** The true reason of a refusal, which the sign-in API never shows. */
  reason: string | null;
  userId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string;
  data: unknown;
  createdAt: string;
}

/** Returns a project's security events, newest first. Throws `project_not_found`, `invalid_request`. */
export async function listSecurityEvents(ctx: Context, input: ListSecurityEventsInput): Promise<Page<SecurityEvent>> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { organisationId, projectId, userId, kind, outcome, before, limit } = input;
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const filter = { ...(userId && { userId }), ...(kind && { kind }), ...(outcome && { outcome }) };
  const list = ["security-events", projectId, userId ?? "", kind ?? "", outcome ?? ""];
  const rows = await ctx.db.securityEvent.findMany({
    where: { projectId, ...filter, ...afterCursor(readCursor(ctx, list, before)) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(ctx, list, rows, limit, ({ projectId: _, createdAt, ...event }) => ({
    ...event,
    createdAt: createdAt.toISOString(),
  }));
}
