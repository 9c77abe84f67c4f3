import type { ProjectKeyKind, ProjectKeyScope } from "@/lib/core/access/project-key-scope";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import { lockProjectForChange } from "../projects/in-organisation";
import { type CreatedProjectKey, toProjectKey } from "./resource";

interface NewProjectKey {
  organisationId: string;
  projectId: string;
  kind: ProjectKeyKind;
  scope: ProjectKeyScope;
  name: string;
  expiresAt: Date | null;
}

const PREFIX = { public: KEY_PREFIX.publicAuth, server: KEY_PREFIX.server } as const;

/** Inserts an authorised key with its audit entry. Throws `invalid_request` for an expiry in the past. */
export async function insertProjectKey(ctx: Context, key: NewProjectKey): Promise<CreatedProjectKey> {
  const { organisationId, projectId, kind, scope, name, expiresAt } = key;
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) {
    throw new ServiceError("invalid_request", "The expiry must be in the future.", {
      details: [{ path: "expiresAt", message: "must be in the future" }],
    });
  }
  const secret = createSecretText(PREFIX[kind], ctx.random);
  const hint = `${PREFIX[kind]}…${secret.slice(-4)}`;
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const id = createId("key", tx.random);
    const createdAt = tx.clock.now();
    const columns = { id, projectId, kind, scope, name, hint, createdBy: tx.actor.id, createdAt, expiresAt };
    const row = await tx.db.projectKey.create({ data: { ...columns, secretHash: hashSecretText(secret) } });
    await recordAudit(tx, {
      organisationId,
      action: "project_key.create",
      targetId: id,
      data: { projectId, kind, scope, name, hint, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return { ...toProjectKey(row, createdAt), secret };
  });
}
