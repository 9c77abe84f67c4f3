import { recordAudit, SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { queueMail } from "../mail/queue";

interface FailingEndpoint {
  id: string;
  projectId: string;
  url: string;
}

/** Disables an endpoint in the caller's transaction, and tells the owners of its organisation by mail. */
export async function disableWebhook(
  tx: Context,
  { id, projectId, url }: FailingEndpoint,
  reason: "failing" | "gone",
): Promise<void> {
  const { count } = await tx.db.webhookEndpoint.updateMany({
    where: { id, projectId, status: "enabled" },
    data: { status: "disabled", disabledReason: reason, updatedAt: tx.clock.now() },
  });
  if (count === 0) return;
  const project = await tx.db.project.findUnique({
    where: { id: projectId },
    select: { name: true, organisationId: true },
  });
  const organisationId = project?.organisationId ?? SERVICE_SCOPE;
  const { host } = new URL(url);
  const data = { projectId, host, reason };
  await recordAudit(tx, { organisationId, action: "webhook.disable", targetId: id, data });
  const owners = await tx.db.member.findMany({
    where: { organisationId, role: "owner", user: { emailVerified: true } },
    select: { user: { select: { email: true } } },
  });
  const link = `${tx.baseUrl}/dashboard/${organisationId}/projects/${projectId}/webhooks/${id}`;
  const content = { projectName: project?.name ?? "", host, link };
  for (const { user } of owners) {
    await queueMail(tx, { projectId: null, kind: "webhook-disabled", to: user.email, content });
  }
}
