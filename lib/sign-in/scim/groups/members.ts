import type { ScimContext } from "../context";
import { invalidValue } from "../schema/refusals";

const MAX_MEMBERS = 50_000;

/** Adds users of the connection to a group; who is in it stays. Returns whose groups have changed. */
export async function addMembers(tx: ScimContext, groupId: string, userIds: string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { id: connectionId } = tx.connection;
  const known = await tx.db.$queryRaw<{ userId: string }[]>`
    select user_id as "userId" from scim_user where connection_id = ${connectionId} and user_id = any (${userIds}::text[])`;
  if (known.length < userIds.length) throw invalidValue("members", "has someone who isn't a user of the connection");
  const added = await tx.db.$queryRaw<{ userId: string }[]>`
    insert into scim_group_member (group_id, connection_id, user_id)
    select ${groupId}, ${connectionId}, id from unnest(${userIds}::text[]) as id
    on conflict do nothing returning user_id as "userId"`;
  const members = await tx.db.scimGroupMember.count({ where: { groupId } });
  if (members > MAX_MEMBERS) throw invalidValue("members", `can be ${MAX_MEMBERS}`);
  return added.map(({ userId }) => userId);
}

/** Removes users from a group, all of them for `null`. Returns whose groups have changed. */
export async function removeMembers(tx: ScimContext, groupId: string, userIds: string[] | null): Promise<string[]> {
  const removed =
    userIds === null
      ? await tx.db.$queryRaw<{ userId: string }[]>`
          delete from scim_group_member where group_id = ${groupId} returning user_id as "userId"`
      : await tx.db.$queryRaw<{ userId: string }[]>`
          delete from scim_group_member where group_id = ${groupId} and user_id = any (${userIds}::text[])
          returning user_id as "userId"`;
  return removed.map(({ userId }) => userId);
}

/** Makes these users, and no others, the members of a group. Returns whose groups have changed. */
export async function replaceMembers(tx: ScimContext, groupId: string, userIds: string[]): Promise<string[]> {
  const removed = await tx.db.$queryRaw<{ userId: string }[]>`
    delete from scim_group_member where group_id = ${groupId} and not user_id = any (${userIds}::text[])
    returning user_id as "userId"`;
  return [...removed.map(({ userId }) => userId), ...(await addMembers(tx, groupId, userIds))];
}
