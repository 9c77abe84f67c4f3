import type { Context } from "@/lib/core/context";
import type { PlannedUser } from "./plan";

/** Writes the rows of users, those who are there already by the file's values of them. */
export async function writeUsers(tx: Context, projectId: string, planned: readonly PlannedUser[]): Promise<void> {
  const now = tx.clock.now();
  const rowsOf = (isNew: boolean) => planned.filter((each) => each.isNew === isNew).map((each) => userRow(each, now));
  await insertUsers(tx, projectId, rowsOf(true));
  await updateUsers(tx, projectId, rowsOf(false));
}

function userRow({ userId, user }: PlannedUser, now: Date) {
  const isForeign = user.id && user.id !== userId;
  return {
    id: userId,
    email: user.email ?? null,
    email_verified: user.emailVerified ?? null,
    name: user.name ?? null,
    image: user.image ?? null,
    external_id: user.externalId ?? (isForeign ? user.id : null),
    is_test_user: user.isTestUser ?? null,
    public_metadata: user.publicMetadata ?? null,
    private_metadata: user.privateMetadata ?? null,
    two_factor_enabled: user.twoFactor ? true : null,
    banned_at: user.bannedAt ?? (user.banned || user.bannedUntil ? now : null),
    banned_until: user.bannedUntil ?? null,
    last_sign_in_at: user.lastSignInAt ?? null,
    created_at: user.createdAt ?? null,
  };
}

type UserRow = ReturnType<typeof userRow>;

async function insertUsers(tx: Context, projectId: string, rows: readonly UserRow[]): Promise<void> {
  if (rows.length === 0) return;
  const now = tx.clock.now();
  await tx.db.$executeRaw`
    insert into end_user (id, project_id, email, email_verified, name, image, external_id, is_test_user,
                          public_metadata, private_metadata, two_factor_enabled, banned_at, banned_until,
                          last_sign_in_at, created_at, updated_at)
    select id, ${projectId}, email, coalesce(email_verified, false), coalesce(name, ''), image, external_id,
           coalesce(is_test_user, false), coalesce(public_metadata, '{}'), coalesce(private_metadata, '{}'),
           coalesce(two_factor_enabled, false), banned_at, banned_until, last_sign_in_at,
           coalesce(created_at, ${now}), ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, email text, email_verified boolean, name text, image text, external_id text, is_test_user boolean,
      public_metadata jsonb, private_metadata jsonb, two_factor_enabled boolean, banned_at timestamptz,
      banned_until timestamptz, last_sign_in_at timestamptz, created_at timestamptz)`;
}

/**
 * Fields that the file leaves out stay as they are, except that a new address is not verified because the old one was.
 */
async function updateUsers(tx: Context, projectId: string, rows: readonly UserRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db.$executeRaw`
    update end_user set
      email = coalesce(row.email, end_user.email),
      email_verified = coalesce(row.email_verified,
        end_user.email_verified and coalesce(row.email, end_user.email) = end_user.email),
      name = coalesce(row.name, end_user.name), image = coalesce(row.image, end_user.image),
      external_id = coalesce(end_user.external_id, row.external_id),
      public_metadata = coalesce(row.public_metadata, end_user.public_metadata),
      private_metadata = coalesce(row.private_metadata, end_user.private_metadata),
      two_factor_enabled = end_user.two_factor_enabled or coalesce(row.two_factor_enabled, false),
      banned_at = coalesce(row.banned_at, end_user.banned_at),
      banned_until = case when row.banned_at is null then end_user.banned_until else row.banned_until end,
      last_sign_in_at = greatest(row.last_sign_in_at, end_user.last_sign_in_at),
      updated_at = ${tx.clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id text, email text, email_verified boolean, name text, image text, external_id text,
      public_metadata jsonb, private_metadata jsonb, two_factor_enabled boolean, banned_at timestamptz,
      banned_until timestamptz, last_sign_in_at timestamptz)
    where end_user.id = row.id and end_user.project_id = ${projectId}`;
}
