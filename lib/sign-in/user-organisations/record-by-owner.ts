import { recordAudit } from "@/lib/core/audit/record";
import type { AuditAction } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { recordOwnerEvent } from "../users/user-address";

type Kind = Extract<AuditAction, `organization.${string}`>;

interface OwnerChange {
  /** The organisation of the dashboard that owns the project. */
  organisationId: string;
  projectId: string;
  userOrganisationId: string;
  /** The user whom it concerns. */
  userId?: string;
  data?: Record<string, string>;
}

/** Records an action of a project's owner on an organisation of its users: among its events, and in the audit log. */
export async function recordByOwner(
  tx: Context,
  kind: Kind,
  { organisationId, projectId, userOrganisationId, userId, data = {} }: OwnerChange,
): Promise<void> {
  const event = { kind, outcome: "accepted", userId: userId ?? null } as const;
  await recordOwnerEvent(tx, projectId, { ...event, data: { organizationId: userOrganisationId, ...data } });
  const told = { projectId, ...(userId !== undefined && { userId }), ...data };
  await recordAudit(tx, { organisationId, action: kind, targetId: userOrganisationId, data: told });
}
