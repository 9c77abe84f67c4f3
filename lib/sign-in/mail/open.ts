import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { findMailProject } from "./brand";
import type { MailContents, MailKind } from "./messages";
import { openContent } from "./stored";

export interface OpenedMail {
  id: string;
  projectId: string | null;
  kind: MailKind;
  to: string;
  status: string;
  createdAt: Date;
  content: MailContents[MailKind];
  subject: string;
  text: string;
  html: string;
}

/** Returns a mail whose content is still kept, since it is queued or in the development inbox. Throws `not_found`. */
export async function openMail(ctx: Context, mailId: string): Promise<OpenedMail> {
  const row = await ctx.db.mailMessage.findUnique({ where: { id: mailId }, omit: { content: false } });
  if (!row) throw new ServiceError("not_found", `No mail has the ID ${mailId}.`);
  if (row.content === null) {
    throw new ServiceError("not_found", `Mail ${mailId} is ${row.status}, and what it held is no longer kept.`);
  }
  const { id, projectId, recipient: to, status, createdAt, locale } = row;
  const kind = row.kind as MailKind;
  const content = openContent(ctx, id, row.content);
  const [{ brand }, { renderMail }] = await Promise.all([findMailProject(ctx, projectId), import("./render")]);
  const rendered = await renderMail({ kind, content, locale, to, brand });
  return { id, projectId, kind, to, status, createdAt, content, ...rendered };
}
