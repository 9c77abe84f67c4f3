import type { Context } from "@/lib/core/context";
import type { UserContext } from "../context";

export interface Authenticator {
  userId: string;
  /** Base32, RFC 4648. */
  secret: string;
  /** Set once the first code was right; until then the authenticator is not used. */
  isEnabled: boolean;
  createdAt: Date;
}

export async function findAuthenticator(ctx: UserContext, userId: string): Promise<Authenticator | null> {
  const row = await ctx.db.twoFactor.findFirst({
    where: { userId, projectId: ctx.project.id },
    select: { secret: true, enabledAt: true, createdAt: true },
  });
  if (!row) return null;
  const secret = openTotpSecret(ctx, userId, row.secret);
  return { userId, secret, isEnabled: row.enabledAt !== null, createdAt: row.createdAt };
}

/** Replaces the user's authenticator by one that is not enabled yet. Returns `null` when an enabled one exists. */
export async function insertAuthenticator(
  ctx: UserContext,
  userId: string,
  secret: string,
): Promise<Authenticator | null> {
  const createdAt = ctx.clock.now();
  const sealed = sealTotpSecret(ctx, userId, secret);
  const count = await ctx.db.$executeRaw`
    insert into two_factor (user_id, project_id, secret, created_at)
    values (${userId}, ${ctx.project.id}, ${sealed}, ${createdAt})
    on conflict (user_id) do update
      set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      where two_factor.enabled_at is null`;
  return count === 1 ? { userId, secret, isEnabled: false, createdAt } : null;
}

export function sealTotpSecret({ sealer }: Context, userId: string, secret: string): string {
  return sealer.seal(secret, secretPlace(userId));
}

export function openTotpSecret({ sealer }: Context, userId: string, sealed: string): string {
  return sealer.open(sealed, secretPlace(userId));
}

function secretPlace(userId: string) {
  return { table: "two_factor", column: "secret", rowId: userId };
}
