import { describe, expect, it } from "vitest";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { getSession } from "@/lib/sign-in/sessions/get";
import { getToken } from "@/lib/sign-in/tokens/get";
import { getKeySet } from "@/lib/sign-in/tokens/key-set";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { showUser } from "@/lib/sign-in/users/show";
import { updateUser } from "@/lib/sign-in/users/update";
import { UpdateUserByOwnerInput, updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";
import { runCommand } from "@/tests/support/command-line";
import { ownersOf } from "@/tests/support/project-members";
import { expectSignInError, makeUserContext, newEmail, signUp } from "@/tests/support/sign-in";
import { nextRequest, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import { type PublishedKey, verifyToken } from "@/tests/support/verify-token";

const claimsOf = async (ctx: TestRequest) => {
  const keys = (await send(ctx, getKeySet)).keys as PublishedKey[];
  return verifyToken((await getToken(await signedInRequest(ctx))).token, keys).claims;
};

describe("metadata of a user", () => {
  it("is written by the owner; the user reads the public half, lists have neither, and the audit log names no content", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const developer = await member("developer");
    const metadata = {
      publicMetadata: { role: "editor", tags: ["a", { deep: null }] },
      privateMetadata: { crm: 4711 },
    };
    expect(await updateUserByOwner(developer, { ...address, userId, ...metadata })).toMatchObject(metadata);
    const session = await send(await signedInRequest(ctx), getSession);
    expect(session?.user.publicMetadata).toEqual(metadata.publicMetadata);
    expect(JSON.stringify(session)).not.toContain("4711");
    expect(await showUser(developer, { ...address, userId })).toMatchObject(metadata);
    const { items } = await listUsersByOwner(developer, { ...address, ...ListUsersInput.parse({}) });
    expect(JSON.stringify(items)).not.toMatch(/Metadata|editor|4711/);
    const audit = await ctx.db.auditEvent.findFirstOrThrow({ where: { targetId: userId, action: "user.update" } });
    expect(audit.data).toEqual({ projectId: ctx.project.id, fields: ["privateMetadata", "publicMetadata"] });
    await updateUserByOwner(developer, { ...address, userId, ...metadata });
    expect(await ctx.db.auditEvent.count({ where: { targetId: userId } }), "the same again").toBe(1);
    await updateUserByOwner(developer, { ...address, userId, publicMetadata: { plan: "pro" } });
    const after = await showUser(developer, { ...address, userId });
    expect([after.publicMetadata, after.privateMetadata]).toEqual([{ plan: "pro" }, { crm: 4711 }]);
  });

  it("is refused to viewers, keys that read, strangers and the user", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    const { address, member, stranger, as } = await ownersOf(ctx);
    const change = { ...address, userId, publicMetadata: { role: "admin" } };
    const reader = await as({ kind: "server-key", id: "key_of_a_server", projectId: ctx.project.id, scope: "read" });
    await expect(updateUserByOwner(await member("viewer"), change)).rejects.toMatchObject({
      code: "missing_permission",
    });
    await expect(updateUserByOwner(reader, change)).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    await expect(updateUserByOwner(stranger, change)).rejects.toMatchObject({ code: "project_not_found" });
    const mine = await signedInRequest(ctx);
    for (const name of ["publicMetadata", "privateMetadata"]) {
      await expectSignInError(updateUser(mine, { name: "x", [name]: { role: "admin" } }), "FIELD_NOT_ALLOWED");
    }
    expect((await send(await signedInRequest(ctx), getSession))?.user).toMatchObject({
      name: "Ada",
      publicMetadata: {},
    });
  });

  it.each<[string, unknown, RegExp]>([
    ["more than 8 kB", { text: "ä".repeat(4_096) }, /8 kB/],
    ["an array", ["role"], /expected record/],
    ["a text", "role", /expected record/],
    ["null", null, /expected record/],
    ["17 levels", JSON.parse(`${'{"a":'.repeat(17)}1${"}".repeat(17)}`), /16 levels/],
    ["a thousand levels", JSON.parse(`{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`), /16 levels/],
    ["U+0000", { text: "a\u0000b" }, /U\+0000/],
    ["half a character in a key", { "\ud800": 1 }, /half a character/],
  ])("cannot be %s", (_, value, message) => {
    for (const [schema, rest] of [
      [UpdateUserByOwnerInput, {}],
      [CreateUserByOwnerInput, { email: "ada@example.com" }],
    ] as const) {
      const parsed = schema.safeParse({ ...rest, publicMetadata: value });
      expect(parsed.error?.issues[0]?.message).toMatch(message);
      expect(parsed.error?.issues[0]?.path[0]).toBe("publicMetadata");
    }
  });

  it("keeps a value that is almost too large or looks odd as it was", async () => {
    const ctx = await makeUserContext();
    const { address, member } = await ownersOf(ctx);
    const publicMetadata = { "\\u0000": "\\ud800 😀 🏳️‍🌈", constructor: "x", text: "x".repeat(8_000) };
    const input = CreateUserByOwnerInput.parse({ email: newEmail(), publicMetadata });
    expect((await createUserByOwner(await member("developer"), { ...input, ...address })).publicMetadata).toEqual(
      publicMetadata,
    );
  });

  it("is set and shown on the command line", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    const { operator } = await ownersOf(ctx);
    const run = (...args: string[]) => runCommand({ ctx: operator }, ...args, "--project", ctx.project.id, "--json");
    const made = await run("user", "create", email, "--public-metadata", '{"role":"editor"}');
    expect(made.json()).toMatchObject({ publicMetadata: { role: "editor" }, privateMetadata: {} });
    const changed = await run("user", "update", email, "--private-metadata", '{"crm":1}');
    expect(changed.json()).toMatchObject({ publicMetadata: { role: "editor" }, privateMetadata: { crm: 1 } });
    expect((await run("user", "update", email, "--public-metadata", "{role}")).exitCode).not.toBe(0);
  });
});

describe("claims of a project's own", () => {
  it("are in its tokens, read when each is signed, and missing where their path leads nowhere", async () => {
    const claims = {
      role: "publicMetadata.role",
      "https://app.example.com/plan": "publicMetadata.billing.plan",
      nothing: "publicMetadata.role.length",
      inherited: "publicMetadata.constructor",
      given_name: "name",
    };
    const ctx = await makeUserContext({ settings: { token: { claims } } });
    const { id: userId } = await signUp(ctx);
    const first = await claimsOf(ctx);
    expect(Object.keys(first).filter((name) => Object.hasOwn(claims, name))).toEqual(["given_name"]);
    const { address, member } = await ownersOf(ctx);
    const publicMetadata = { role: "admin", billing: { plan: "pro" }, sub: "usr_1" };
    await updateUserByOwner(await member("developer"), { ...address, userId, publicMetadata });
    const second = await claimsOf(ctx);
    expect(second).toMatchObject({ role: "admin", "https://app.example.com/plan": "pro", sub: userId });
    expect(second).not.toHaveProperty("nothing");
    expect(second).not.toHaveProperty("inherited");
  });

  it("are changed and removed one by one, and each change is in the audit log", async () => {
    const ctx = await makeUserContext();
    const { address, member } = await ownersOf(ctx);
    const admin = await member("admin");
    const change = (claims: unknown) => updateSettings(admin, { ...address, settings: { token: { claims } } });
    await change({ role: "publicMetadata.role", plan: "publicMetadata.plan" });
    expect((await change({ role: null })).settings.token.claims).toEqual({ plan: "publicMetadata.plan" });
    const where = { targetId: ctx.project.id, action: "project.update_settings" };
    const rows = await ctx.db.auditEvent.findMany({ where, orderBy: { createdAt: "asc" } });
    expect(rows.map(({ data }) => data)).toEqual([
      { changed: ["token.claims.role", "token.claims.plan"] },
      { changed: ["token.claims.role"] },
    ]);
  });

  it.each<[string, object, RegExp]>([
    ...["iss", "sub", "aud", "exp", "nbf", "iat", "jti", "sid", "email", "email_verified", "scope", "act", "SUB"].map(
      (name): [string, object, RegExp] => [`the name ${name}`, { [name]: "name" }, /reserved/],
    ),
    ["a name for organisations", { org_role: "name" }, /reserved/],
    ["a name with a space", { "a b": "name" }, /1 to 64/],
    ["an empty name", { "": "name" }, /1 to 64/],
    ["private metadata", { crm: "privateMetadata.crm" }, /private metadata/],
    ["a field that is none", { hash: "passwordHash" }, /must be name/],
    ["a path through a prototype", { p: "publicMetadata..x" }, /must be name/],
    ["21 of them", Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`c${i}`, "name"])), /at most 20/],
  ])("cannot have %s", async (_, claims, message) => {
    const ctx = await makeUserContext();
    const { address, member } = await ownersOf(ctx);
    const change = updateSettings(await member("admin"), { ...address, settings: { token: { claims } } });
    await expect(change).rejects.toMatchObject({ code: "invalid_request", message: expect.stringMatching(message) });
  });

  it("make no token of more than 4 kB of them, while the session can be read", async () => {
    const settings = { token: { claims: { all: "publicMetadata", again: "publicMetadata" }, inSessionHeader: true } };
    const ctx = await makeUserContext({ settings });
    const { id: userId } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const publicMetadata = { text: "x".repeat(2_000) };
    const developer = await member("developer");
    await updateUserByOwner(developer, { ...address, userId, publicMetadata });
    expect((await getToken(await signedInRequest(ctx))).token.length).toBeLessThan(8_192);
    await updateUserByOwner(developer, { ...address, userId, publicMetadata: { text: "x".repeat(2_100) } });
    await expectSignInError(getToken(await signedInRequest(ctx)), "TOKEN_TOO_LARGE");
    const { body, headers } = await getSession(await signedInRequest(ctx));
    expect([body?.user.id, headers["set-auth-jwt"]]).toEqual([userId, undefined]);
    expect((await nextRequest(ctx)).session).not.toBeNull();
  });
});
