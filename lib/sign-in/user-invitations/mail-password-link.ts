import type { Context } from "@/lib/core/context";
import type { Locale } from "@/lib/core/locale";
import { queueMail } from "../mail/queue";
import { createVerification } from "../mailbox/create";
import { hostedPageAddress } from "../pages/address";

/** As long as an invitation's: the user did not ask for it and may be away. */
const LIFETIME_SECONDS = 7 * 86_400;

interface PasswordLink {
  userId: string;
  email: string;
  locale: Locale;
}

/** Mails a new user the link that sets their password and proves their address, in the caller's transaction. */
export async function mailPasswordLink(
  tx: Context & { project: { id: string } },
  { userId, email, locale }: PasswordLink,
): Promise<void> {
  const { id: projectId } = tx.project;
  const secrets = { hasLink: true, hasCode: false, lifetimeSeconds: LIFETIME_SECONDS };
  const proof = await createVerification(tx, { purpose: "forget-password", email, userId, ...secrets });
  const link = `${hostedPageAddress(tx, projectId, "reset-password")}?token=${proof.token}`;
  const content = { link, expiresInMinutes: proof.lifetimes.expiresInMinutes };
  const sendBefore = proof.expiresAt;
  await queueMail(tx, { projectId, kind: "account-created", to: email, content, sendBefore, locale });
}
