import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { findMailProject } from "./brand";
import type { MailContents, MailKind } from "./messages";
import { findOwnTexts } from "./own-texts/find";
import type { RenderedMail, RenderInput } from "./render";
import { openContent } from "./stored";

export interface OpenedMail extends RenderedMail {
  id: string;
  projectId: string | null;
  kind: MailKind;
  to: string;
  status: string;
  createdAt: Date;
  content: MailContents[MailKind];
  /** The addresses that the mail asks its reader to open. */
  links: string[];
  code: string | null;
}

/** Renders a mail, as `renderMail` of ./render does. */
export type MailRenderer = (input: RenderInput<MailKind>) => Promise<RenderedMail>;

/**
 * Returns a mail whose content is still kept, since it is queued or in the development inbox. The caller brings the
 * renderer, which pages load another way than programs. Throws `not_found`.
 */
export async function openMail(ctx: Context, mailId: string, renderMail: MailRenderer): Promise<OpenedMail> {
  const row = await ctx.db.mailMessage.findUnique({ where: { id: mailId }, omit: { content: false } });
  if (!row) throw new ServiceError("not_found", `No mail has the ID ${mailId}.`);
  if (row.content === null) {
    throw new ServiceError("not_found", `Mail ${mailId} is ${row.status}, and its content is no longer kept.`);
  }
  const { id, projectId, recipient: to, status, createdAt, locale } = row;
  const kind = row.kind as MailKind;
  const content = openContent(ctx, id, row.content);
  const { brand } = await findMailProject(ctx, projectId);
  const texts = await findOwnTexts(ctx, { projectId, kind, locale });
  const rendered = await renderMail({ kind, content, locale, to, brand, texts });
  if (row.isTest) rendered.subject = `[Test] ${rendered.subject}`;
  return { id, projectId, kind, to, status, createdAt, content, ...rendered, ...findSecrets(content) };
}

/** Reads links and code from the template's values, so that a name which looks like a link is none. */
function findSecrets(content: MailContents[MailKind]): Pick<OpenedMail, "links" | "code"> {
  const entries = Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const links = entries.flatMap(([name, value]) => (/link$/i.test(name) ? [value] : []));
  return { links, code: entries.find(([name]) => name === "code")?.[1] ?? null };
}
