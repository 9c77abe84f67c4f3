import type { ProjectKeyKind } from "@/lib/core/access/project-key-scope";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { type ProjectKey, toProjectKey } from "./resource";

interface RevokeProjectKeyInput {
  organisationId: string;
  projectId: string;
  kind: ProjectKeyKind;
  keyId: string;
}

/** Revokes a key for good, also in a suspended project, since a leaked key must not wait. */
export async function revokeProjectKey(ctx: Context, input: RevokeProjectKeyInput): Promise<ProjectKey> {
  requireMemberPermission(ctx, input.organisationId, "project-keys:write");
  const { organisationId, projectId, kind, keyId } = input;
  return withTransaction(ctx, async (tx) => {
    await getProjectInOrganisation(tx, organisationId, projectId);
    const where = { id: keyId, projectId, kind };
    const now = tx.clock.now();
    const { count } = await tx.db.projectKey.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: now },
    });
    const row = await tx.db.projectKey.findFirst({ where });
    if (!row) throw new ServiceError("not_found", "Key not found.");
    if (count > 0) {
      const data = { projectId, kind, name: row.name, hint: row.hint };
      await recordAudit(tx, { organisationId, action: "project_key.revoke", targetId: keyId, data });
    }
    return toProjectKey(row, now);
  });
}
