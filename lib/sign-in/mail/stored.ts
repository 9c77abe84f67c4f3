import type { Context } from "@/lib/core/context";
import type { MailContents, MailKind } from "./messages";

export function openContent(ctx: Context, mailId: string, sealed: string): MailContents[MailKind] {
  return JSON.parse(ctx.sealer.open(sealed, { table: "mail_message", column: "content", rowId: mailId }));
}
