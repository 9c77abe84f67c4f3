import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { MAIL_TEST_LIMIT } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { queueMail } from "../queue";
import type { TemplatePlace } from "./reset";
import { sampleContent } from "./sample";

/**
 * Sends a mail with its saved texts and sample values to the member's own address, which must be proven. Throws
 * `rate_limited` and `invalid_request`.
 */
export async function sendTestMail(
  ctx: Context,
  { organisationId, projectId, kind, locale }: ProjectAddress & TemplatePlace,
): Promise<{ id: string; to: string }> {
  requireMemberPermission(ctx, organisationId, "projects:write");
  const to = await findOwnAddress(ctx, organisationId);
  const { name, limit, windowSeconds } = MAIL_TEST_LIMIT;
  const reason = `At most ${limit} test emails in ${windowSeconds / 60} minutes.`;
  await requireWithinLimit(ctx, MAIL_TEST_LIMIT, `${name}:${to}`, reason);
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const content = sampleContent(ctx, projectId, kind);
    const id = await queueMail(tx, { projectId, kind, to, content, locale, isTest: true });
    const data = { kind, locale };
    await recordAudit(tx, { organisationId, action: "mail_template.test", targetId: projectId, data });
    return { id, to };
  });
}

/** Only a member has an address that is their own. */
async function findOwnAddress({ actor, db }: Context, organisationId: string): Promise<string> {
  const member =
    actor.kind === "member"
      ? await db.member.findFirst({
          where: { id: actor.id, organisationId },
          select: { user: { select: { email: true, emailVerified: true } } },
        })
      : null;
  if (!member)
    throw new ServiceError("invalid_request", "Only a member can have a test email sent, to their own address.");
  if (!member.user.emailVerified) throw new ServiceError("invalid_request", "Confirm your email address first.");
  return member.user.email;
}
