import type { Context } from "@/lib/core/context";
import type { MailContents, MailKind } from "./messages";

/** What a mail's template is given, sealed to its row. */
export function openContent(ctx: Context, mailId: string, sealed: string): MailContents[MailKind] {
  return JSON.parse(ctx.sealer.open(sealed, { table: "mail_message", column: "content", rowId: mailId }));
}
