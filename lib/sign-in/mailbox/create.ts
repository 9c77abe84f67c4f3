import type { Context } from "@/lib/core/context";
import { randomBase62, randomDigits } from "@/lib/core/crypto/secret-text";
import { addSeconds } from "../../core/add-seconds";
import {
  CODE_LENGTH,
  CODE_MAC,
  CODE_SECONDS,
  codeText,
  type InProject,
  LINK_SECONDS,
  NUMBER_MAC,
  type Purpose,
  tokenHashOf,
  type VerificationData,
  verificationId,
} from "./verification";

/** A token of this length has 190 bits. */
const TOKEN_LENGTH = 32;

interface NewVerification {
  purpose: Purpose;
  email: string;
  /** `null` for a mailbox that has no user. */
  userId: string | null;
  hasLink: boolean;
  hasCode: boolean;
  data?: VerificationData;
  /** The time for which the link works, if it differs from that of others with its purpose. */
  lifetimeSeconds?: number;
  /** The flow of the browser that asked, and the number shown there. */
  flow?: { id: string; number: string } | null;
}

export interface CreatedVerification {
  token: string | null;
  code: string | null;
  expiresAt: Date;
  lifetimes: { expiresInMinutes: number; codeExpiresInMinutes?: number };
}

/** Creates a mail's link token and code, kept as hashes. Earlier ones for the same purpose and mailbox are void. */
export async function createVerification(
  ctx: Context & InProject,
  given: NewVerification,
): Promise<CreatedVerification> {
  const { purpose, email, userId, hasLink, hasCode, data = {}, flow = null } = given;
  const token = hasLink ? randomBase62(TOKEN_LENGTH, ctx.random) : null;
  const code = hasCode ? randomDigits(CODE_LENGTH, ctx.random) : null;
  const { lifetimeSeconds = hasLink ? LINK_SECONDS[purpose] : CODE_SECONDS } = given;
  const id = verificationId(ctx, purpose, email, userId);
  const createdAt = ctx.clock.now();
  const row = {
    userId,
    tokenHash: token === null ? null : tokenHashOf(purpose, token),
    codeHash: code === null ? null : ctx.sealer.mac(codeText(id, code), CODE_MAC),
    numberHash: flow === null ? null : ctx.sealer.mac(codeText(id, flow.number), NUMBER_MAC),
    flowId: flow?.id ?? null,
    attempts: 0,
    data: { ...data },
    createdAt,
    expiresAt: addSeconds(createdAt, lifetimeSeconds),
  };
  await ctx.db.verification.upsert({
    where: { id },
    create: { id, projectId: ctx.project.id, purpose, email, ...row },
    update: row,
    select: { id: true },
  });
  const isCodeShorter = hasLink && hasCode;
  return {
    token,
    code,
    expiresAt: row.expiresAt,
    lifetimes: {
      expiresInMinutes: lifetimeSeconds / 60,
      ...(isCodeShorter && { codeExpiresInMinutes: CODE_SECONDS / 60 }),
    },
  };
}
