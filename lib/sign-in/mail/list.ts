import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { SERVICE } from "@/lib/core/service";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import type { MailKind } from "./messages";
import { wordsIn } from "./words";

export interface ListedMail {
  id: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  status: string;
  kind: string;
  projectId: string | null;
  /** `null` for mails of no project. */
  project: string | null;
  to: string;
  subject: string;
  attempts: number;
  failure: string | null;
}

export interface ListMailsInput {
  to?: string | undefined;
  since?: Date | undefined;
  limit: number;
}

/** Returns the newest mails, oldest first, without their content and without the rows that `queueNothing` inserts. */
export async function listMails(ctx: Context, { to, since, limit }: ListMailsInput): Promise<ListedMail[]> {
  requireOperator(ctx);
  const rows = await ctx.db.mailMessage.findMany({
    where: {
      ...(to === undefined ? {} : { recipient: to.toLowerCase() }),
      ...(since === undefined ? {} : { createdAt: { gte: since } }),
      NOT: { status: "expired", failure: null },
    },
    include: { project: { select: { name: true, settings: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return rows.reverse().map(({ project, ...row }) => {
    const { id, status, kind, projectId, recipient, attempts, failure } = row;
    const brand = readSettings(project?.settings ?? {}).brand.name ?? project?.name ?? SERVICE.name;
    const subject = wordsIn(row.locale, brand).say(`${kind as MailKind}.subject`);
    const createdAt = row.createdAt.toISOString();
    return {
      id,
      createdAt,
      status,
      kind,
      projectId,
      project: project?.name ?? null,
      to: recipient,
      subject,
      attempts,
      failure,
    };
  });
}
