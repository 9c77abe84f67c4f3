import { createHash, timingSafeEqual } from "node:crypto";
import { addressBucket } from "@/lib/core/address-bucket";
import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { WRONG_PASSWORD_LIMITS } from "@/lib/core/rate-limits";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import { openPassword } from "@/lib/hosting/databases/password";

/**
 * Counts a sign-in to a database as a guess, before the host is asked, unless the password is the password that the
 * service made, which always gets in however often others guess. Returns whether it is. Throws `rate_limited`.
 */
export async function countGuess(
  ctx: Context,
  row: { id: string; password: string } | null,
  { role, password }: { role: string; password: string },
): Promise<boolean> {
  if (row !== null && row.id === role && isSame(password, openPassword(ctx, row))) return true;
  const counts = [[WRONG_PASSWORD_LIMITS.address, addressBucket(ctx.clientAddress)] as const];
  const perDatabase = isId("database", role) ? [[WRONG_PASSWORD_LIMITS.database, role] as const] : [];
  for (const [limit, key] of [...counts, ...perDatabase]) {
    await requireWithinLimit(ctx, limit, key, "Too many wrong passwords.");
  }
  return false;
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
