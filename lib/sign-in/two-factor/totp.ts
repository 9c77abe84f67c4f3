import { generateSecret, generateURI, verify } from "otplib";
import { typedCode } from "@/lib/core/typed-code";
import type { UserContext } from "../context";
import type { Authenticator } from "./authenticator";

/** RFC 4226 section 4 demands 128 bits and recommends 160. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** A code of the step before or after counts too, for clocks that differ (RFC 6238 section 5.2). */
const TOLERANCE_SECONDS = STEP_SECONDS;
/** The clocks of the service's machines differ by less. */
const SKEW_SECONDS = 300;

export function createTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/**
 * Returns the QR code's content: SHA-1, six digits and 30 seconds, which every authenticator app supports. A colon
 * separates issuer and account in the Key URI format, so an issuer cannot hold one.
 */
export function totpUri(
  ctx: UserContext,
  { secret, email, issuer }: { secret: string; email: string; issuer?: string },
) {
  const name = issuer ?? ctx.project.settings.twoFactor.issuer ?? ctx.project.name;
  return generateURI({ issuer: name.replaceAll(":", " "), label: email, secret });
}

/**
 * Accepts a code once: one statement accepts only later time steps. One that is far ahead was accepted by a clock that
 * was wrong, and holds nobody up. The first code enables the authenticator.
 */
export async function consumeTotp(
  ctx: UserContext,
  { userId, secret, createdAt }: Authenticator,
  code: string,
): Promise<boolean> {
  const token = typedCode(code);
  if (!/^\d{6}$/.test(token)) return false;
  const now = ctx.clock.now();
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !("timeStep" in result)) return false;
  const latest = Math.floor((epoch + SKEW_SECONDS) / STEP_SECONDS);
  const count = await ctx.db.$executeRaw`
    update two_factor set last_step = ${result.timeStep}, enabled_at = coalesce(enabled_at, ${now})
    where user_id = ${userId} and project_id = ${ctx.project.id} and created_at = ${createdAt}
      and (last_step < ${result.timeStep} or last_step > ${latest})`;
  return count === 1;
}
