import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { emailInOneForm } from "@/lib/core/email-address";
import { negotiateLocale } from "@/lib/core/locale";
import { SERVICE } from "@/lib/core/service";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import type { MailKind } from "./messages";
import { readTexts } from "./own-texts/find";
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
      ...(to === undefined ? {} : { recipient: emailInOneForm(to) }),
      ...(since === undefined ? {} : { createdAt: { gte: since } }),
      NOT: { status: "expired", failure: null },
    },
    include: { project: { select: { name: true, settings: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const ownSubjects = await findOwnSubjects(ctx, rows);
  return rows.reverse().map(({ project, ...row }) => {
    const { id, status, kind, projectId, recipient, attempts, failure } = row;
    const brand = readSettings(project?.settings ?? {}).brand.name ?? project?.name ?? SERVICE.name;
    const key = `${kind as MailKind}.subject` as const;
    const own = ownSubjects.get(nameOf(row));
    const words = wordsIn(row.locale, brand, own === undefined ? {} : { [key]: own });
    const subject = row.isTest ? `[Test] ${words.say(key)}` : words.say(key);
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

type MailOfKind = { projectId: string | null; kind: string; locale: string };

const nameOf = ({ projectId, kind, locale }: MailOfKind) =>
  `${projectId} ${kind} ${negotiateLocale({ uiLocales: locale })}`;

/** Returns the subjects that projects wrote themselves. */
async function findOwnSubjects(ctx: Context, mails: readonly MailOfKind[]): Promise<Map<string, string>> {
  const projectIds = [...new Set(mails.flatMap(({ projectId }) => projectId ?? []))];
  const rows = await ctx.db.mailTemplate.findMany({ where: { projectId: { in: projectIds } } });
  return new Map(
    rows.flatMap((row) => {
      const { subject } = readTexts(row.texts);
      return subject === undefined ? [] : [[nameOf(row), subject] as const];
    }),
  );
}
