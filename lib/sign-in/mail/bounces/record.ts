import { recordAudit, SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";

/**
 * These enhanced status codes (RFC 3463) say that the address itself is wrong or gone: bad mailbox, bad system, bad
 * syntax, moved, null MX, and disabled. A full mailbox, a policy and spam say nothing of the next mail.
 */
const ADDRESS_IS_GONE = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"]);

export interface Bounce {
  mailId: string;
  /** `null` where the server gave none. */
  code: string | null;
  /** The server's words, free of the mail's secrets. */
  reason: string;
}

/** Records that a mail came back. A wrong address is mailed no more by the project, until a member lifts that. */
export async function recordBounce(ctx: Context, { mailId: id, code, reason }: Bounce): Promise<"bounced" | "ignored"> {
  return withTransaction(ctx, async (tx) => {
    const mail = await tx.db.mailMessage.findUnique({ where: { id }, select: { projectId: true, recipient: true } });
    if (!mail) return "ignored";
    const { projectId, recipient: address } = mail;
    const { count } = await tx.db.mailMessage.updateMany({
      where: { id, projectId, status: { in: ["queued", "sent"] } },
      data: { status: "bounced", bounceCode: code, failure: reason, content: null, claimedAt: null },
    });
    if (count === 0) return "ignored";
    if (projectId !== null && code !== null && ADDRESS_IS_GONE.has(code)) {
      await holdBack(tx, { projectId, address, code, reason });
    }
    return "bounced";
  });
}

interface Held {
  projectId: string;
  address: string;
  code: string;
  reason: string;
}

async function holdBack(tx: Context, held: Held): Promise<void> {
  const { projectId, address, code } = held;
  const data = { ...held, createdAt: tx.clock.now() };
  const { count } = await tx.db.bouncingAddress.createMany({ data, skipDuplicates: true });
  if (count === 0) return;
  const project = await tx.db.project.findUnique({ where: { id: projectId }, select: { organisationId: true } });
  await recordAudit(tx, {
    organisationId: project?.organisationId ?? SERVICE_SCOPE,
    action: "bouncing_address.add",
    targetId: projectId,
    data: { email: address, code },
  });
}
