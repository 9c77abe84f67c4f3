import { createHash } from "node:crypto";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { RequestProject } from "../projects/request-project";

/** The project whose mailbox is proven. */
export interface InProject {
  project: Pick<RequestProject, "id">;
}

/** The time for which a mailed link works, in seconds, by purpose. */
export const LINK_SECONDS = {
  "sign-in": 600,
  "email-verification": 3_600,
  "forget-password": 3_600,
  "change-email-confirmation": 3_600,
  "change-email-verification": 3_600,
} as const;
export type Purpose = keyof typeof LINK_SECONDS;

/** A code is short, so it works for less time than the link beside it. */
export const CODE_SECONDS = 300;
export const CODE_LENGTH = 6;
/** So many wrong attempts spend a code, or the number that goes with a link. */
export const ALLOWED_ATTEMPTS = 3;

/** Further data of the purpose, which must never hold a secret. */
export interface VerificationData {
  newEmail?: string;
  name?: string;
  callbackURL?: string;
  newUserCallbackURL?: string;
  /** Set for a link that the project's owner created and hands to its user. */
  byOwner?: true;
}

export interface Verification {
  id: string;
  purpose: Purpose;
  email: string;
  userId: string | null;
  flowId: string | null;
  tokenHash: Uint8Array<ArrayBuffer> | null;
  codeHash: string | null;
  numberHash: string | null;
  data: VerificationData;
  createdAt: Date;
  expiresAt: Date;
}

/**
 * Returns the id of a proof: one per purpose and mailbox, so that a new one replaces the older. A change of address has
 * one per user as well, so that no user replaces another's.
 */
export function verificationId(ctx: InProject, purpose: Purpose, email: string, userId: string | null): string {
  const owner = purpose === "change-email-verification" ? userId : null;
  const key = JSON.stringify([ctx.project.id, purpose, email, owner]);
  return `vrf_${createHash("sha256").update(key).digest("base64url")}`;
}

/** Returns the hash of a link's token, with its purpose, so that no token passes for one of another purpose. */
export function tokenHashOf(purpose: Purpose, token: string): Uint8Array<ArrayBuffer> {
  return hashSecretText(`${purpose}:${token}`);
}

/** Returns the text under a mailed code's MAC, which the id binds to project, purpose and mailbox. */
export const codeText = (id: string, code: string) => `${id}:${code}`;
export const CODE_MAC = "mailed-code";
export const NUMBER_MAC = "magic-link-number";
