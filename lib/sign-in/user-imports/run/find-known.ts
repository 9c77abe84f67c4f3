import type { Context } from "@/lib/core/context";
import type { ImportedUser } from "../imported-user";

interface KnownUser {
  id: string;
  email: string;
  externalId: string | null;
}

/** The data that the project and the service already have of the users of a part. */
export interface Known {
  byId: Map<string, KnownUser>;
  byExternalId: Map<string, KnownUser>;
  byEmail: Map<string, KnownUser>;
  /** Ids of users of any project, since an id belongs to one user of the service. */
  takenIds: Set<string>;
  /** The owner of each account, by provider and account. */
  accounts: Map<string, string>;
}

export function accountKey({ providerId, accountId }: { providerId: string; accountId: string }): string {
  return `${providerId}:${accountId}`;
}

export async function findKnown(tx: Context, projectId: string, users: readonly ImportedUser[]): Promise<Known> {
  const ids = users.flatMap(({ id }) => id ?? []);
  const emails = users.flatMap(({ email }) => email ?? []);
  // An export that was imported beside its own project is known by the ids that it had there.
  const externalIds = users.flatMap(({ id, externalId }) => externalId ?? id ?? []);
  const found = await tx.db.$queryRaw<KnownUser[]>`
    select id, email, external_id as "externalId" from end_user
    where project_id = ${projectId} and email = any(${emails}::text[])
    union select id, email, external_id from end_user
    where project_id = ${projectId} and external_id = any(${externalIds}::text[])
    union select id, email, external_id from end_user where project_id = ${projectId} and id = any(${ids}::text[])`;
  const taken =
    ids.length === 0
      ? []
      : await tx.db.$queryRaw<{ id: string }[]>`
    select id from end_user where id = any(${ids}::text[])`;
  return {
    byId: new Map(found.map((user) => [user.id, user])),
    byEmail: new Map(found.map((user) => [user.email, user])),
    byExternalId: new Map(found.flatMap((user) => (user.externalId === null ? [] : [[user.externalId, user]]))),
    takenIds: new Set(taken.map(({ id }) => id)),
    accounts: await findAccounts(tx, projectId, users),
  };
}

async function findAccounts(tx: Context, projectId: string, users: readonly ImportedUser[]) {
  const accounts = users.flatMap((user) => user.accounts);
  if (accounts.length === 0) return new Map<string, string>();
  const rows = await tx.db.$queryRaw<{ providerId: string; accountId: string; userId: string }[]>`
    select provider_id as "providerId", account_id as "accountId", user_id as "userId" from user_account
    where project_id = ${projectId} and (provider_id, account_id) in (
      select * from unnest(${accounts.map(({ providerId }) => providerId)}::text[],
                           ${accounts.map(({ providerAccountId }) => providerAccountId)}::text[]))`;
  return new Map(rows.map((row) => [accountKey(row), row.userId]));
}

/** Returns the user of the project whom an imported one stands for. */
export function matchOf(known: Known, { id, externalId, email }: ImportedUser): KnownUser | null {
  const byId = id ? known.byId.get(id) : undefined;
  const foreign = externalId ?? id;
  const byExternalId = foreign ? known.byExternalId.get(foreign) : undefined;
  return byId ?? byExternalId ?? (email ? known.byEmail.get(email) : undefined) ?? null;
}
