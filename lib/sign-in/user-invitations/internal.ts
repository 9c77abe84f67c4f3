import type { Context } from "@/lib/core/context";
import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { addSeconds } from "../../core/add-seconds";
import { hostedPageAddress } from "../pages/address";

const LIFETIME_DAYS = 7;
/** A token of this length has 190 bits. */
const TOKEN_LENGTH = 32;

/** Returns the hash of a link's token, which is of no other kind of link. */
export function invitationHash(token: string): Uint8Array<ArrayBuffer> {
  return hashSecretText(`user-invitation:${token}`);
}

/** Returns a new link and the hash of it that the row keeps; the link before it stops working. */
export function newLink(ctx: Context, projectId: string) {
  const token = randomBase62(TOKEN_LENGTH, ctx.random);
  const sentAt = ctx.clock.now();
  return {
    link: `${hostedPageAddress(ctx, projectId, "join")}?token=${token}`,
    kept: { tokenHash: invitationHash(token), sentAt, expiresAt: addSeconds(sentAt, LIFETIME_DAYS * 86_400) },
  };
}

interface InvitationMail {
  projectId: string;
  email: string;
  locale: string;
  link: string;
  expiresAt: Date;
}

export async function mailInvitation(tx: Context, mail: InvitationMail): Promise<void> {
  const { projectId, email, locale, link, expiresAt } = mail;
  const content = { link, expiresInMinutes: LIFETIME_DAYS * 1_440 };
  await queueMail(tx, { projectId, kind: "user-invitation", to: email, content, sendBefore: expiresAt, locale });
}
