import type { UserContext } from "../context";
import type { Credential } from "../credentials/credential";

const DAY_MS = 86_400_000;

/** Returns why a right password must be replaced before the next sign-in; `null` when it need not. */
export function resetReason(
  ctx: UserContext,
  { mustResetPassword, passwordSetAt }: Credential,
): "password_reset_demanded" | "password_expired" | null {
  if (mustResetPassword) return "password_reset_demanded";
  const { maxAgeDays } = ctx.project.settings.password;
  if (maxAgeDays === null || passwordSetAt === null) return null;
  return ctx.clock.now().getTime() - passwordSetAt.getTime() > maxAgeDays * DAY_MS ? "password_expired" : null;
}
