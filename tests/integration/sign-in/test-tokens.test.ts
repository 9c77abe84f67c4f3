import { describe, expect, it } from "vitest";
import type { Actor, Context } from "@/lib/core/context";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import { sweepSessions } from "@/lib/sign-in/sessions/sweep";
import { createTestToken } from "@/lib/sign-in/test-tokens/create";
import { listTestTokens } from "@/lib/sign-in/test-tokens/list";
import { revokeTestToken } from "@/lib/sign-in/test-tokens/revoke";
import { signInWithTestToken } from "@/lib/sign-in/test-tokens/sign-in";
import { findUserByEmail } from "@/lib/sign-in/users/find";
import { proveMailbox } from "@/lib/sign-in/users/prove-mailbox";
import { createOrganisation, FixedClock, type TestOrganisation } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest } from "@/tests/support/test-browser";

const ON = { methods: { testTokens: true } };

/** A project with testing tokens, the context of its server with a key of scope admin, and one of a browser. */
async function setUp(settings: unknown = ON) {
  const clock = new FixedClock();
  const organisation = await createOrganisation();
  const project = await insertProject(organisation, { settings });
  const ctx = { ...(await makeUserContext({ clock })), project };
  const server = as(ctx, { kind: "server-key", id: "key_of_the_server", projectId: project.id, scope: "admin" });
  const mint = (email = newEmail(), ttlSeconds = 600, by: Context = server) =>
    createTestToken(by, { projectId: project.id, email, ttlSeconds });
  return { clock, ctx, server, organisation, project, mint };
}

const as = (ctx: Context, actor: Actor): Context => ({ ...ctx, actor });

describe("a testing token", () => {
  it("signs in the test user it makes, once, with a trace of both", async () => {
    const { ctx, organisation, mint } = await setUp();
    const email = newEmail();
    const made = await mint(email);
    expect(made).toEqual({
      id: expect.stringMatching(/^tst_[0-9a-z]{20}$/),
      token: expect.stringMatching(/^coppice_test_[0-9A-Za-z]{49}$/),
      userId: expect.stringMatching(/^usr_/),
      email,
      expiresAt: "2026-03-01T09:40:00.000Z",
    });
    const row = await ctx.db.testToken.findUniqueOrThrow({ where: { id: made.id } });
    expect(row).toMatchObject({ createdBy: "key_of_the_server", tokenHash: hashSecretText(made.token) });
    expect(await ctx.db.user.findUnique({ where: { id: made.userId } })).toMatchObject({ isTestUser: true, email });

    const browser = otherBrowser(ctx);
    const done = await send(browser, signInWithTestToken, { token: made.token });
    expect(done).toMatchObject({ user: { id: made.userId, email }, sessionExpiresAt: "2026-03-08T09:30:00.000Z" });
    expect((await signedInRequest(browser)).session).toMatchObject({ id: done.token, factors: ["test-token"] });
    await expectSignInError(send(otherBrowser(ctx), signInWithTestToken, { token: made.token }), "TEST_TOKEN_INVALID");
    expect(await eventsOf(ctx)).toEqual([
      "session.sign_in accepted",
      "session.sign_in refused invalid_test_token",
      "test_token.create accepted",
    ]);
    const audit = await ctx.db.auditEvent.findMany({ where: { organisationId: organisation.id, targetId: made.id } });
    expect(audit).toMatchObject([{ action: "test_token.create", actorKind: "server-key" }]);
    expect(JSON.stringify(audit)).not.toContain(made.token);
  });

  it("TT-01: of 20 at once works for one", async () => {
    const { ctx, mint } = await setUp({ ...ON, limits: { signInPerAddress: { limit: 100, windowSeconds: 60 } } });
    const { token } = await mint();
    const tries = Array.from({ length: 20 }, () => send(otherBrowser(ctx), signInWithTestToken, { token }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "TEST_TOKEN_INVALID" });
    }
  });

  it("TT-01: is worth nothing in another project, after its time, once revoked, or changed", async () => {
    const { ctx, clock, server, project, mint } = await setUp();
    const other = await setUp();
    const refused = (token: string, where = ctx) =>
      expectSignInError(send(otherBrowser(where), signInWithTestToken, { token }), "TEST_TOKEN_INVALID");
    const made = await mint();
    await refused(made.token, other.ctx);
    await refused(`${made.token.slice(0, -1)}${made.token.endsWith("A") ? "B" : "A"}`);
    for (const token of ["", "coppice_test_", "x".repeat(256), made.token.slice(0, -1), `${made.token} `]) {
      await refused(token);
    }
    await revokeTestToken(server, { projectId: project.id, testTokenId: made.id });
    await refused(made.token);
    const again = revokeTestToken(server, { projectId: project.id, testTokenId: made.id });
    await expect(again).rejects.toMatchObject({ code: "not_found" });

    const short = await mint(newEmail(), 60);
    clock.advance(60_000);
    await refused(short.token);
    expect(await eventsOf(ctx)).toContain("test_token.revoke accepted");
  });

  it("TT-02: passes the second factor and the limits of its own user, and of nobody else", async () => {
    const { ctx, mint } = await setUp();
    const email = newEmail();
    const { userId } = await mint(email);
    await ctx.db.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
    for (let i = 0; i < 15; i += 1) {
      const { token } = await mint(email);
      expect(await send(otherBrowser(ctx), signInWithTestToken, { token })).toHaveProperty("token");
    }
    const real = await signUp(otherBrowser(ctx));
    const wrong = () =>
      send(otherBrowser(ctx), signInWithPassword, { email: real.email, password: "not the right one" });
    for (let i = 0; i < 5; i += 1) await expectSignInError(wrong(), "INVALID_EMAIL_OR_PASSWORD");
    const { token } = await mint(email);
    await send(otherBrowser(ctx), signInWithTestToken, { token });
    const right = send(otherBrowser(ctx), signInWithPassword, { email: real.email, password: PASSWORD });
    await expectSignInError(right, "TOO_MANY_ATTEMPTS");
  });

  it("TT-02: is refused to an address that tries wrong ones, with no event for each; right ones are not counted", async () => {
    const limits = { signInPerAddress: { limit: 3, windowSeconds: 60 } };
    const { ctx, mint } = await setUp({ ...ON, limits });
    const guess = (browser = otherBrowser(ctx)) => send(browser, signInWithTestToken, { token: "coppice_test_x" });
    for (let i = 0; i < 5; i += 1) {
      await send(otherBrowser(ctx), signInWithTestToken, { token: (await mint()).token });
    }
    for (let i = 0; i < 3; i += 1) await expectSignInError(guess(), "TEST_TOKEN_INVALID");
    for (let i = 0; i < 20; i += 1) await expectSignInError(guess(), "TOO_MANY_REQUESTS");
    const refused = (await eventsOf(ctx)).filter((event) => event.startsWith("session.sign_in refused"));
    expect(refused).toEqual(Array(3).fill("session.sign_in refused invalid_test_token"));
    await expectSignInError(guess(otherBrowser(ctx, "203.0.113.9")), "TEST_TOKEN_INVALID");
    expect(await send(otherBrowser(ctx), signInWithTestToken, { token: (await mint()).token })).toHaveProperty("token");
  });

  it("TT-02: is off by default, for making and for using one", async () => {
    expect(readSettings({}).methods.testTokens).toBe(false);
    const off = await setUp({});
    await expect(off.mint()).rejects.toMatchObject({ code: "feature_disabled" });
    const { ctx, mint } = await setUp();
    const { token } = await mint();
    const { settings } = ctx.project;
    const project = { ...ctx.project, settings: { ...settings, methods: { ...settings.methods, testTokens: false } } };
    await expectSignInError(
      send({ ...otherBrowser(ctx), project }, signInWithTestToken, { token }),
      "TEST_TOKENS_DISABLED",
    );
    expect(await send(otherBrowser(ctx), signInWithTestToken, { token })).toHaveProperty("token");
  });

  it("is never made for a real user, and worth nothing once somebody proves the mailbox of a test user", async () => {
    const { ctx, mint } = await setUp();
    const real = await signUp(otherBrowser(ctx));
    await expect(mint(real.email)).rejects.toMatchObject({ code: "not_a_test_user" });
    expect(await ctx.db.testToken.count({ where: { userId: real.id } })).toBe(0);

    const { email, token } = await mint();
    await send(otherBrowser(ctx), signInWithTestToken, { token: (await mint(email)).token });
    const user = await findUserByEmail(ctx, email);
    if (!user) throw new Error("no test user");
    await proveMailbox(ctx, user, { isOwner: false });
    await expectSignInError(send(otherBrowser(ctx), signInWithTestToken, { token }), "TEST_TOKEN_INVALID");
    expect(await ctx.db.session.count({ where: { userId: user.id } })).toBe(0);
    await expect(mint(email)).rejects.toMatchObject({ code: "not_a_test_user" });
  });

  it("does not sign in a test user who is blocked", async () => {
    const { ctx, clock, mint } = await setUp();
    const { token, userId } = await mint();
    await ctx.db.user.update({ where: { id: userId }, data: { bannedAt: clock.now() } });
    await expectSignInError(send(otherBrowser(ctx), signInWithTestToken, { token }), "BANNED_USER");
  });

  it("makes one test user for one address, however many are made at once", async () => {
    const { ctx, mint, project } = await setUp();
    const email = newEmail();
    const made = await Promise.all(Array.from({ length: 8 }, () => mint(email)));
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set(made.map(({ token }) => token)).size).toBe(8);
    expect(await ctx.db.user.count({ where: { projectId: project.id } })).toBe(1);
  });

  it("is listed without its secret while it can be used, and swept away afterwards", async () => {
    const { ctx, clock, server, project, mint } = await setUp();
    const { id, userId, email, token } = await mint();
    const list = () => listTestTokens(server, { projectId: project.id });
    const item = { id, userId, email, createdBy: "key_of_the_server", createdAt: "2026-03-01T09:30:00.000Z" };
    expect(await list()).toEqual({ items: [{ ...item, expiresAt: "2026-03-01T09:40:00.000Z" }] });
    expect(JSON.stringify(await list())).not.toContain(token.slice(13));
    clock.advance(600_001);
    expect(await list()).toEqual({ items: [] });
    expect(await ctx.db.testToken.count({ where: { id } })).toBe(1);
    await sweepSessions(ctx);
    expect(await ctx.db.testToken.count({ where: { id } })).toBe(0);
  });
});

describe("the maker of a testing token", () => {
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => "made",
      (error) => error.code as string,
    );

  it("TT-03: is a server key of scope admin, an administrator and the operator, and nobody else", async () => {
    const { ctx, organisation, project, mint } = await setUp();
    const by = (actor: Actor) => codeOf(mint(newEmail(), 600, as(ctx, actor)));
    const key = { kind: "server-key", id: "key_1", projectId: project.id } as const;
    const stranger = await createOrganisation();
    const managementKey = { readOnly: false, databaseId: null, managementApi: true, memberId: "mem_1" };
    const answers = {
      admin: await by({ ...key, scope: "admin" }),
      "read-write": await by({ ...key, scope: "read-write" }),
      read: await by({ ...key, scope: "read" }),
      "of another project": await by({ ...key, scope: "admin", projectId: "p_00000000000000000000" }),
      "public key": await by({ kind: "public-key", id: "key_2", projectId: project.id, scope: "read-write" }),
      "hosted page": await by({ kind: "hosted-page", id: project.id, projectId: project.id }),
      nobody: await by({ kind: "anonymous", id: "anonymous" }),
      "management key": await by({
        kind: "management-key",
        id: "key_3",
        organisationId: organisation.id,
        role: "owner",
        ...managementKey,
      }),
      operator: await by({ kind: "operator", id: "command-line" }),
      ...(await byRoles(by, organisation)),
      stranger: await by(stranger.member.owner),
    };
    expect(answers).toEqual({
      admin: "made",
      "read-write": "key_scope_too_narrow",
      read: "key_scope_too_narrow",
      "of another project": "project_not_found",
      "public key": "missing_permission",
      "hosted page": "missing_permission",
      nobody: "unauthorized",
      "management key": "missing_permission",
      operator: "made",
      "role owner": "made",
      "role admin": "made",
      "role developer": "missing_permission",
      "role viewer": "missing_permission",
      stranger: "project_not_found",
    });
  });

  it("is nobody but the operator while the project is suspended; it can be looked at and revoked", async () => {
    const { ctx, server, project, mint } = await setUp();
    const { id } = await mint();
    await ctx.db.project.update({ where: { id: project.id }, data: { status: "suspended" } });
    await expect(mint()).rejects.toMatchObject({ code: "project_suspended" });
    expect((await listTestTokens(server, { projectId: project.id })).items).toHaveLength(1);
    await revokeTestToken(server, { projectId: project.id, testTokenId: id });
    expect((await listTestTokens(server, { projectId: project.id })).items).toEqual([]);
  });
});

async function byRoles(by: (actor: Actor) => Promise<string>, { member }: TestOrganisation) {
  const answers = Object.entries(member).map(async ([role, actor]) => [`role ${role}`, await by(actor)] as const);
  return Object.fromEntries(await Promise.all(answers));
}
