import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { CREDENTIAL } from "../../credentials/credential";
import { sealTotpSecret } from "../../two-factor/authenticator";
import type { PlannedUser } from "./plan";

/** Writes the credentials of users: passwords, accounts at providers, second factors and passkeys. */
export async function writeCredentials(tx: Context, projectId: string, planned: readonly PlannedUser[]): Promise<void> {
  await writeAccounts(tx, projectId, planned);
  await writeSecondFactors(tx, projectId, planned);
  await writePasskeys(tx, projectId, planned);
}

async function writeAccounts(tx: Context, projectId: string, planned: readonly PlannedUser[]): Promise<void> {
  const now = tx.clock.now();
  const rows = planned.flatMap(({ userId, user }) => [
    ...(user.passwordHash
      ? [
          {
            ...{ id: createId("account", tx.random), user_id: userId, provider_id: CREDENTIAL, account_id: userId },
            ...{ password_hash: user.passwordHash, password_set_at: user.passwordSetAt ?? now },
            ...{ must_reset_password: user.mustResetPassword ?? false, created_at: user.createdAt ?? now },
            ...{ issuer: null, email: null },
          },
        ]
      : []),
    ...user.accounts.map(({ providerId, providerAccountId, issuer, email, createdAt }) => ({
      ...{ id: createId("account", tx.random), user_id: userId, provider_id: providerId },
      ...{ account_id: providerAccountId, password_hash: null, password_set_at: null, must_reset_password: false },
      ...{ issuer: issuer ?? null, email: email ?? null, created_at: createdAt ?? user.createdAt ?? now },
    })),
  ]);
  if (rows.length === 0) return;
  // A record may name an account twice.
  await tx.db.$executeRaw`
    insert into user_account (id, project_id, user_id, provider_id, account_id, issuer, password_hash,
                              password_set_at, must_reset_password, email, created_at, updated_at)
    select distinct on (provider_id, account_id) id, ${projectId}, user_id, provider_id, account_id, issuer,
           password_hash, password_set_at, must_reset_password, email, created_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, user_id text, provider_id text, account_id text, issuer text, password_hash text, password_set_at timestamptz,
      must_reset_password boolean, email text, created_at timestamptz)
    order by provider_id, account_id
    on conflict (project_id, provider_id, account_id) do update set
      password_hash = excluded.password_hash, password_set_at = excluded.password_set_at,
      must_reset_password = excluded.must_reset_password, updated_at = excluded.updated_at
      where user_account.provider_id = ${CREDENTIAL} and user_account.user_id = excluded.user_id`;
}

/** An authenticator that is in use stays. Backup codes are bound to the user's id. */
async function writeSecondFactors(tx: Context, projectId: string, planned: readonly PlannedUser[]): Promise<void> {
  const now = tx.clock.now();
  const users = planned.filter(({ user }) => user.twoFactor);
  if (users.length === 0) return;
  const rows = users.map(({ userId, user }) => ({
    user_id: userId,
    secret: sealTotpSecret(tx, userId, user.twoFactor?.secret ?? ""),
    enabled_at: user.twoFactor?.enabledAt ?? now,
  }));
  await tx.db.$executeRaw`
    insert into two_factor (user_id, project_id, secret, enabled_at, created_at)
    select user_id, ${projectId}, secret, enabled_at, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id text, secret text, enabled_at timestamptz)
    on conflict (user_id) do update set secret = excluded.secret, enabled_at = excluded.enabled_at
      where two_factor.enabled_at is null`;
  const codes = users.filter(({ userId, user, isNew }) => isNew && user.id === userId);
  await tx.db.backupCode.createMany({
    data: codes.flatMap(({ userId, user }) =>
      (user.twoFactor?.backupCodeHashes ?? []).map((hash) => ({
        ...{ id: createId("backupCode", tx.random), projectId, userId, createdAt: now },
        codeHash: new Uint8Array(Buffer.from(hash, "base64url")),
      })),
    ),
    skipDuplicates: true,
  });
}

async function writePasskeys(tx: Context, projectId: string, planned: readonly PlannedUser[]): Promise<void> {
  const now = tx.clock.now();
  const data = planned.flatMap(({ userId, user }) =>
    user.passkeys.map(({ publicKey, counter, createdAt, name, ...passkey }) => ({
      ...{ ...passkey, id: createId("passkey", tx.random), projectId, userId, name: name || null },
      ...{ publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter: BigInt(counter) },
      createdAt: createdAt ? new Date(createdAt) : now,
    })),
  );
  if (data.length > 0) await tx.db.passkey.createMany({ data, skipDuplicates: true });
}
