/** A user as the owner of the project sees them. Times are ISO 8601, UTC. */
export interface OwnedUser {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  isTestUser: boolean;
  bannedAt: string | null;
  createdAt: string;
}

export interface OwnedUserDetails extends OwnedUser {
  /** The ways to sign in; `credential` is a password. */
  providers: string[];
  passkeys: number;
  sessions: number;
  passwordSetAt: string | null;
  mustResetPassword: boolean;
}

interface UserRow {
  id: string;
  email: string;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled: boolean;
  isTestUser: boolean;
  bannedAt: Date | null;
  createdAt: Date;
}

export function toOwnedUser(row: UserRow): OwnedUser {
  const { id, email, name, emailVerified, twoFactorEnabled, isTestUser, bannedAt, createdAt } = row;
  const dates = { bannedAt: bannedAt?.toISOString() ?? null, createdAt: createdAt.toISOString() };
  return { id, email, name, emailVerified, twoFactorEnabled, isTestUser, ...dates };
}
