import { typedDigits } from "@/lib/core/typed-code";
import { addSeconds } from "../../core/add-seconds";
import type { UserContext } from "../context";
import { SignInError, type SignInErrorCode } from "../errors";
import type { SecurityEventKind } from "../events/kinds";
import { recordSecurityEvent } from "../events/record";
import { countAttempt, countMailedCode } from "../flow/limits";
import {
  ALLOWED_ATTEMPTS,
  CODE_LENGTH,
  CODE_MAC,
  CODE_SECONDS,
  codeText,
  type Purpose,
  type Verification,
  verificationId,
} from "./verification";

interface Guess {
  purpose: Purpose;
  email: string;
  code: string;
  /** Set for a user who changes their address. */
  userId?: string;
  /** A refusal is recorded as this kind of event. */
  kind: SecurityEventKind;
}

interface Row extends Verification {
  attempts: number;
}

const DIGITS = new RegExp(`^[0-9]{${CODE_LENGTH}}$`);

/**
 * Returns the proof of the code that was mailed last to this mailbox for this purpose, without taking it. Attempts are
 * counted first, on the code, the account and the day. Throws `INVALID_OTP`, `OTP_EXPIRED`, `TOO_MANY_ATTEMPTS`, with
 * or without a user.
 */
export async function checkCode(ctx: UserContext, guess: Guess): Promise<Verification> {
  const { purpose, email, userId = null, kind } = guess;
  const code = typedDigits(guess.code);
  if (!DIGITS.test(code)) throw new SignInError("INVALID_OTP");
  const forgetAttempts = await countAttempt(ctx, email);
  await countMailedCode(ctx, email);
  const id = verificationId(ctx, purpose, email, userId);
  const row = await countGuess(ctx, id);
  const isRight = ctx.sealer.isMac(row?.codeHash ?? "", codeText(id, code), CODE_MAC);
  const refusal = refusalOf(ctx, row, isRight);
  if (!row || refusal) {
    const { reason, wireCode } = refusal ?? NO_CODE;
    const data = { factor: "email-otp", email };
    await recordSecurityEvent(ctx, { kind, outcome: "refused", userId: row?.userId ?? null, reason, data });
    throw new SignInError(wireCode);
  }
  await forgetAttempts();
  return row;
}

/** Gives back the attempt that a right code has cost when it was only checked. */
export async function returnGuess(ctx: UserContext, { id }: Verification): Promise<void> {
  await ctx.db.$executeRaw`
    update verification set attempts = attempts - 1 where id = ${id} and project_id = ${ctx.project.id}`;
}

async function countGuess(ctx: UserContext, id: string): Promise<Row | undefined> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    update verification set attempts = attempts + 1
    where id = ${id} and project_id = ${ctx.project.id} and code_hash is not null
    returning id, purpose, email, user_id as "userId", flow_id as "flowId", data, attempts,
              token_hash as "tokenHash", code_hash as "codeHash", number_hash as "numberHash",
              created_at as "createdAt", expires_at as "expiresAt"`;
  return row;
}

interface Refusal {
  reason: string;
  wireCode: SignInErrorCode;
}

const NO_CODE: Refusal = { reason: "no_code", wireCode: "INVALID_OTP" };

function refusalOf(ctx: UserContext, row: Row | undefined, isRight: boolean): Refusal | null {
  if (!row) return NO_CODE;
  if (row.attempts > ALLOWED_ATTEMPTS) return { reason: "code_spent", wireCode: "TOO_MANY_ATTEMPTS" };
  if (addSeconds(row.createdAt, CODE_SECONDS) <= ctx.clock.now())
    return { reason: "code_expired", wireCode: "OTP_EXPIRED" };
  return isRight ? null : { reason: "wrong_code", wireCode: "INVALID_OTP" };
}
