import { createHash } from "node:crypto";
import type { Context } from "@/lib/core/context";
import { idPrefix, isId } from "@/lib/core/ids";

const PURPOSE = "bounce";
const PREFIX = idPrefix("mail");
/** 96 bits, in hexadecimal, since some servers change the case. The local part may have 64 characters. */
const TAG_LENGTH = 24;

/** Returns the address that a mail's bounces go to, which names the mail and can't be made up. */
export function returnAddressOf(ctx: Context, mailId: string): string | null {
  const base = ctx.mail.returnAddress;
  if (base === null) return null;
  const at = base.lastIndexOf("@");
  return `${base.slice(0, at)}+${mailId.slice(PREFIX.length)}-${tagOf(ctx, mailId)}${base.slice(at)}`;
}

/** Returns the mail that one of these addresses names, or `null`. A key ring that changed meanwhile forgets older mails. */
export function readReturnAddress(ctx: Context, addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const [, name = "", tag = ""] = /\+([0-9a-z]{20})-([0-9a-f]{24})@/i.exec(address) ?? [];
    const mailId = PREFIX + name.toLowerCase();
    if (isId("mail", mailId) && tag.toLowerCase() === tagOf(ctx, mailId)) return mailId;
  }
  return null;
}

function tagOf(ctx: Context, mailId: string): string {
  return createHash("sha256").update(ctx.sealer.mac(mailId, PURPOSE)).digest("hex").slice(0, TAG_LENGTH);
}
