import { hashSecretText, randomBase62 } from "@/lib/core/crypto/secret-text";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../../core/add-seconds";
import type { SignedInContext } from "../../context";
import { AUTHORIZATION_CODE } from "../../events/kinds";

const CODE_LENGTH = 43;
/** RFC 6749 section 4.1.2 allows ten minutes; a redirect takes seconds. */
const CODE_SECONDS = 60;

export interface CodeRequest {
  /** BASE64URL(SHA-256(verifier)), RFC 7636 section 4.2. */
  codeChallenge: string;
}

/**
 * Creates a code that an app's server on another site, where the session cookie does not travel, exchanges once for a
 * session of its own (RFC 6749 section 4.1, bound by PKCE, RFC 7636).
 */
export async function createAuthorizationCode(ctx: SignedInContext, { codeChallenge }: CodeRequest): Promise<string> {
  const code = randomBase62(CODE_LENGTH, ctx.random);
  const now = ctx.clock.now();
  const { user, id: sessionId } = ctx.session;
  await ctx.db.verification.create({
    data: {
      id: createId("verification", ctx.random),
      projectId: ctx.project.id,
      userId: user.id,
      purpose: AUTHORIZATION_CODE,
      email: user.email,
      tokenHash: authorizationCodeHash(code),
      data: { codeChallenge, sessionId },
      createdAt: now,
      expiresAt: addSeconds(now, CODE_SECONDS),
    },
    select: { id: true },
  });
  return code;
}

/** Returns the hash of a code; its purpose is part of it, so that no other token passes for a code. */
export function authorizationCodeHash(code: string): Uint8Array<ArrayBuffer> {
  return hashSecretText(`${AUTHORIZATION_CODE}:${code}`);
}
