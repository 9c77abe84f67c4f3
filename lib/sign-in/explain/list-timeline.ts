import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { newestMailsTo } from "../users/newest-mails";
import type { TimelineEntry } from "./resource";
import { newestEvents, timelineOf } from "./timeline";

interface ListTimelineInput {
  organisationId: string;
  projectId: string;
  /** An address in lower case. */
  email: string;
}

/**
 * Returns the latest actions of an address and its user, the refusals with their true reason, and the mails to it with
 * how far they came, newest first. Throws `project_not_found`.
 */
export async function listTimeline(
  ctx: Context,
  { organisationId, projectId, email }: ListTimelineInput,
): Promise<TimelineEntry[]> {
  requireMemberPermission(ctx, organisationId, "users:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const [events, mails] = await Promise.all([
    newestEvents(ctx, projectId, { email }),
    newestMailsTo(ctx, projectId, email),
  ]);
  return timelineOf(events, mails);
}
