import { Prisma } from "@/lib/core/db/generated/client";
import { emailInOneForm } from "@/lib/core/email-address";
import { isId } from "@/lib/core/ids";
import type { ListUsersInput } from "./list-input";

/** One index that a list is read from, in its order. A list with several has the rows of one after those of another. */
export interface ListOrder {
  /** Tables with their conditions; `u` is the user. */
  from: Prisma.Sql;
  key: Prisma.Sql;
  keyType: Prisma.Sql;
  /** Breaks ties of the key. */
  id: Prisma.Sql;
  isAscending: boolean;
}

const { sql } = Prisma;
const TEXT = sql`text`;
const MOMENT = sql`timestamptz`;
const USER_ID = sql`u.id`;

/**
 * Returns the ways to read a list. The condition that leaves least to read comes first: a search, then banned users,
 * then unverified ones, then times of sign-ins, then a provider; the other filters are conditions on the rows.
 */
export function ordersOf(projectId: string, input: ListUsersInput): ListOrder[] {
  const { search, provider, banned, verified, signedInAfter, signedInBefore, sort } = input;
  const conditions = [sql`u.project_id = ${projectId}`];
  if (banned === true) conditions.push(sql`u.banned_at is not null`);
  if (banned === false) conditions.push(sql`u.banned_at is null`);
  if (verified === true) conditions.push(sql`u.email_verified`);
  if (verified === false) conditions.push(sql`not u.email_verified`);
  if (signedInAfter) conditions.push(sql`u.last_sign_in_at >= ${signedInAfter}::timestamptz`);
  if (signedInBefore) conditions.push(sql`u.last_sign_in_at < ${signedInBefore}::timestamptz`);
  const isByTime = sort === "lastSignInAt" || signedInAfter !== undefined || signedInBefore !== undefined;
  const isByProvider = provider && !search && !banned && verified !== false && !isByTime;
  if (isByProvider) return [providerOrder(projectId, provider, conditions)];
  if (provider) {
    conditions.push(sql`exists (select 1 from user_account a where a.user_id = u.id and a.provider_id = ${provider})`);
  }
  if (search) return searchOrders(search, conditions);
  if (!isByTime) return [newestFirst(sql`u.created_at`, conditions)];
  return [newestFirst(sql`u.last_sign_in_at`, [...conditions, sql`u.last_sign_in_at is not null`])];
}

function newestFirst(key: Prisma.Sql, conditions: Prisma.Sql[]): ListOrder {
  return { from: fromUsers(conditions), key, keyType: MOMENT, id: USER_ID, isAscending: false };
}

/** A user can have several accounts at a provider, and is listed with the newest of them. */
function providerOrder(projectId: string, provider: string, conditions: Prisma.Sql[]): ListOrder {
  const from = sql`
    user_account a join end_user u on u.id = a.user_id
    where a.project_id = ${projectId} and a.provider_id = ${provider} and ${Prisma.join(conditions, " and ")}
      and not exists (select 1 from user_account n where n.user_id = a.user_id and n.provider_id = a.provider_id
        and (n.created_at, n.id) > (a.created_at, a.id))`;
  return { from, key: sql`a.created_at`, keyType: MOMENT, id: sql`a.id`, isAscending: false };
}

/** The expressions of the indexes for searches, and the further conditions of their rows. */
const SEARCHED: readonly { key: Prisma.Sql; condition?: Prisma.Sql }[] = [
  { key: sql`lower(u.email) collate "C"` },
  { key: sql`lower(u.name) collate "C"` },
  { key: sql`lower(substring(u.name from '[^ ]+ *$')) collate "C"`, condition: sql`u.name like '% %'` },
];

/** Returns who has the id; else whose address, name or last name begins so, each user once. */
function searchOrders(typed: string, conditions: Prisma.Sql[]): ListOrder[] {
  const search = typed.includes("@") ? emailInOneForm(typed) : typed;
  if (isId("user", search)) return [newestFirst(sql`u.created_at`, [...conditions, sql`u.id = ${search}`])];
  const earlier: Prisma.Sql[] = [];
  return SEARCHED.map(({ key, condition }) => {
    // A range instead of LIKE: the text has no wildcards, and a kept plan knows the range of each search.
    const isMatch = sql`${key} >= lower(${search}::text) and ${key} < lower(${search}::text) || ${LAST_CHARACTER}`;
    const own = [...conditions, isMatch, ...(condition ? [condition] : []), ...earlier];
    earlier.push(sql`not (${isMatch})`);
    return { from: fromUsers(own), key, keyType: TEXT, id: USER_ID, isAscending: true };
  });
}

const LAST_CHARACTER = "\u{10FFFF}";

function fromUsers(conditions: Prisma.Sql[]): Prisma.Sql {
  return sql`end_user u where ${Prisma.join(conditions, " and ")}`;
}
