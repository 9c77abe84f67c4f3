import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { Topic } from "@/lib/sign-in/projects/realtime-settings";
import { readAsUser } from "@/lib/sign-in/tokens/read-as-user";
import { TABLE_REFERENCE } from "../../changes/tables/access";
import { sealTicket } from "./ticket";

const BEGINS_WITHIN_MS = 30_000;
const LASTS_MS = 15 * 60_000;

export const OpenInspectionInput = z.object({
  /** The ID of a user of the project; `null` for a visitor. */
  userId: z.string().max(64).nullable(),
  about: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("changes"), table: z.string().max(127).regex(TABLE_REFERENCE) }),
    z.strictObject({ kind: z.literal("topic"), topic: Topic }),
  ]),
});
type OpenInspectionInput = z.output<typeof OpenInspectionInput> & { projectId: string; sessionId: string };

/** With this, a page of the dashboard opens a socket that hears the events that the user would. */
export interface Inspection {
  ticket: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

/**
 * Lets a member who may change the project hear the events that one of its users would, without a session of that user:
 * they see rows that the member's own role may not read, so it is recorded. Throws `project_not_found`,
 * `project_suspended`,
 * `missing_permission`, `user_not_found`, and `conflict` for a banned user, who hears nothing.
 */
export async function openInspection(ctx: Context, input: OpenInspectionInput): Promise<Inspection> {
  const { projectId, sessionId, userId, about } = input;
  const grant = { scope: "read-write", permission: "projects:write" } as const;
  const { organisationId } = await requireActiveProject(ctx, projectId, grant);
  if (ctx.actor.kind !== "member") {
    throw new ServiceError("missing_permission", "Only members inspect realtime, in the dashboard.");
  }
  const memberId = ctx.actor.id;
  const user = userId === null ? null : await readAsUser(ctx, { projectId, userId });
  const now = ctx.clock.now().getTime();
  const expiresAt = now + LASTS_MS;
  await withTransaction(ctx, (tx) =>
    recordAudit(tx, {
      ...{ organisationId, action: "realtime.inspect", targetId: projectId },
      data: { userId, user: user?.email ?? null, of: about.kind === "topic" ? about.topic : about.table },
    }),
  );
  const ticket = sealTicket(ctx.sealer, projectId, {
    ...{ memberId, organisationId, sessionId, about, expiresAt },
    user: user && { id: user.id, claims: user.claims },
    beginsBefore: now + BEGINS_WITHIN_MS,
  });
  return { ticket, expiresAt: new Date(expiresAt).toISOString() };
}
