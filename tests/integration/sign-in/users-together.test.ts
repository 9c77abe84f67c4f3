import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { forSeveralUsers } from "@/lib/sign-in/users/for-several";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { readUserList } from "@/lib/sign-in/users/read-list";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, signUp } from "@/tests/support/sign-in";

const banUsers = forSeveralUsers(banUser);
const deleteUsers = forSeveralUsers(deleteUserByOwner);

/** A project with three users, one of them with a password. */
async function makeProject() {
  const ctx = await makeUserContext();
  const owners = await ownersOf(ctx);
  const { id: first } = await signUp(ctx);
  const others: string[] = [];
  for (const name of ["Grace", "Barbara"]) {
    const input = CreateUserByOwnerInput.parse({ email: `${name}@example.com`, name });
    others.push((await createUserByOwner(owners.operator, { ...input, ...owners.address })).id);
  }
  return { ctx, ...owners, userIds: [first, ...others] };
}

async function traces(ctx: Context, projectId: string) {
  const events = await ctx.db.securityEvent.findMany({
    where: { projectId, kind: "user.ban" },
    select: { userId: true, data: true },
  });
  const audit = await ctx.db.auditEvent.findMany({
    where: { action: "user.ban" },
    select: { targetId: true, data: true },
  });
  return { events, audit: audit.filter(({ data }) => (data as { projectId?: string }).projectId === projectId) };
}

describe("several users", () => {
  it("are banned together, each with the reason in their event and audit entry", async () => {
    const { ctx, address, member, userIds } = await makeProject();
    const developer = await member("developer");
    const twice = [...userIds, ...userIds];
    expect(await banUsers(developer, { ...address, userIds: twice, reason: "Sends spam." })).toEqual({ users: 3 });
    const { events, audit } = await traces(ctx, address.projectId);
    expect(events.map(({ userId }) => userId).toSorted()).toEqual(userIds.toSorted());
    expect(audit.map(({ targetId }) => targetId).toSorted()).toEqual(userIds.toSorted());
    for (const { data } of [...events, ...audit]) expect(data).toMatchObject({ reason: "Sends spam." });
  });

  it("are deleted together, or not at all where one is not found", async () => {
    const { ctx, address, member, userIds } = await makeProject();
    const developer = await member("developer");
    const { projectId } = address;
    const unknown = deleteUsers(developer, { projectId, userIds: [...userIds, "usr_zzzzzzzzzzzzzzzzzzzz"] });
    await expect(unknown).rejects.toMatchObject({ code: "user_not_found" });
    expect(await ctx.db.user.count({ where: { projectId } })).toBe(3);
    await deleteUsers(developer, { projectId, userIds });
    expect(await ctx.db.user.count({ where: { projectId } })).toBe(0);
  });

  it("are changed by no viewer, and by no member of another organisation", async () => {
    const { ctx, address, member, stranger, userIds } = await makeProject();
    const input = { ...address, userIds };
    await expect(banUsers(await member("viewer"), input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(banUsers(stranger, input)).rejects.toMatchObject({ code: "project_not_found" });
    expect(await traces(ctx, address.projectId)).toEqual({ events: [], audit: [] });
  });
});

it("the list of the dashboard has how each user signs in, and how many users there are", async () => {
  const { address, member, userIds } = await makeProject();
  const viewer = await member("viewer");
  const list = await readUserList(viewer, { ...ListUsersInput.parse({ limit: 2 }), ...address });
  expect(list.count).toEqual({ users: 3, hasMoreUsers: false });
  expect(list.items).toHaveLength(2);
  const rest = await readUserList(viewer, {
    ...ListUsersInput.parse({ limit: 2, ...(list.nextCursor && { before: list.nextCursor }) }),
    ...address,
  });
  const methods = new Map([...list.items, ...rest.items].map(({ id, methods: theirs }) => [id, theirs]));
  expect(userIds.map((id) => methods.get(id))).toEqual([["credential"], [], []]);
});
