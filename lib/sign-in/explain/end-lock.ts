import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import { Email } from "@/lib/core/user-fields";
import type { SignInContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { forgetAttempts } from "../flow/limits";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { readSettings } from "../projects/stored-settings";

export const EndLockInput = z.object({ organisationId: z.string(), projectId: z.string(), email: Email });

/** Ends the lock of an address after wrong passwords or codes, with or without an account. Throws `project_not_found`. */
export async function endLock(
  ctx: SignInContext,
  { organisationId, projectId, email }: z.infer<typeof EndLockInput>,
): Promise<void> {
  requireMemberPermission(ctx, organisationId, "users:write");
  const row = await getProjectInOrganisation(ctx, organisationId, projectId);
  const project = { id: row.id, settings: readSettings(row.settings) };
  const data = { email, actor: `${ctx.actor.kind}:${ctx.actor.id}` };
  await recordSecurityEvent(
    { ...ctx, project, userAgent: "" },
    { kind: "account.unlock", outcome: "accepted", userId: null, data },
  );
  await recordAudit(ctx, { organisationId, action: "user.end_lock", targetId: projectId, data: { email } });
  await forgetAttempts({ ...ctx, project }, email);
}
