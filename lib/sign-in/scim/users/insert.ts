import { insertAudit } from "@/lib/core/audit/record";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import { insertOwnerEvent } from "../../users/user-address";
import type { ScimContext } from "../context";
import type { Provisioned } from "./document";
import type { ScimUserRow } from "./rows";

/**
 * Inserts a new user with the directory's record of them, the event and the audit row, in one statement: a first
 * synchronisation makes thousands. An address or name that is taken is a unique violation.
 */
export async function insertUser(ctx: ScimContext, given: Provisioned): Promise<ScimUserRow> {
  const { id: connectionId, projectId, organisationId } = ctx.connection;
  const userId = createId("user", ctx.random);
  const now = ctx.clock.now();
  const { userName, externalId, attributes, email, name, image } = given;
  const provider = connectionId;
  const event = { kind: "user.create", outcome: "accepted", userId, data: { provider } } as const;
  const told = { projectId, provider, created: true };
  const audit = { organisationId, action: "scim_user.link", targetId: userId, data: told } as const;
  await ctx.db.$executeRaw(Prisma.sql`
    with person as (
      insert into end_user (id, project_id, email, email_verified, name, image, created_at, updated_at)
      values (${userId}, ${projectId}, ${email}, true, ${name}, ${image}, ${now}, ${now})
    ), record as (
      insert into scim_user
        (connection_id, user_id, project_id, user_name, external_id, is_active, attributes, created_at, updated_at)
      values (${connectionId}, ${userId}, ${projectId}, ${userName}, ${externalId}, true,
        ${JSON.stringify(attributes)}::jsonb, ${now}, ${now})
    ), event as (${insertOwnerEvent(ctx, projectId, event)})
    ${insertAudit(ctx, audit)}`);
  const said = { userName, externalId, isActive: true, attributes, createdAt: now, updatedAt: now };
  return { userId, ...said, email, name, image, bannedAt: null, bannedUntil: null, deactivatedBy: null };
}
