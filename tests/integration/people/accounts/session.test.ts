import { unsealData } from "iron-session";
import { describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { makeKey } from "@/lib/infra/saml/make-key";
import { endOtherSessions } from "@/lib/people/accounts/end-other-sessions";
import { EnterDashboardQuery, enterAddress, enterDashboard } from "@/lib/people/accounts/enter-dashboard";
import { findSignedInAccount } from "@/lib/people/accounts/find-session";
import { RenameAccountInput, renameAccount } from "@/lib/people/accounts/rename";
import { openDashboardSession } from "@/lib/people/accounts/session-cookie";
import { showAccount } from "@/lib/people/accounts/show";
import { signOutOfDashboard } from "@/lib/people/accounts/sign-out";
import { addMember } from "@/lib/people/members/add";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { acceptLogoutByAddress } from "@/lib/sign-in/sso/logout/saml";
import { dashboardRequest } from "@/tests/support/accounts";
import { createOrganisation, FixedClock, makeContext } from "@/tests/support/context";
import { expectSignInError, makeUserContext } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";

/** A member who has signed in by the dashboard's own project, and the value of the cookie that the dashboard gave. */
async function signedIn(clock = new FixedClock()) {
  const organisation = await createOrganisation();
  const request = await dashboardRequest({ clock });
  const input = {
    organisationId: organisation.id,
    email: `ada@${organisation.id.slice(4)}.example`,
    role: "viewer",
  } as const;
  const { password, id: memberId } = await addMember(await makeContext({ clock }), input);
  await send(request, signInWithPassword, { email: input.email, password: password ?? "" });
  const next = await nextRequest(request);
  await send(next, enterDashboard, { to: "/dashboard" });
  const sessionId = await openDashboardSession(next.dashboardSecret, cookieOf(next));
  if (sessionId === null || next.session === null) throw new Error("nobody is signed in");
  return { ctx: next, organisation, memberId, sessionId, user: next.session.user, password: password ?? "" };
}

function cookieOf(ctx: TestRequest): string {
  return ctx.received.setCookies.join().match(/coppice_dashboard=([^;]+)/)?.[1] ?? "";
}

describe("entering the dashboard", () => {
  it("makes a sealed cookie out of the session of the sign-in, which names it and nothing else", async () => {
    const { ctx, organisation, memberId, sessionId, user } = await signedIn();
    const [field = ""] = ctx.received.setCookies;
    for (const attribute of ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"])
      expect(field).toContain(attribute);
    expect(await unsealData(cookieOf(ctx), { password: ctx.dashboardSecret })).toEqual({ sessionId });
    expect(ctx.received.redirect).toBe("/dashboard");
    expect(await findSignedInAccount(ctx, sessionId)).toEqual({
      ...{ userId: user.id, email: user.email, name: "", deletionDueAt: null },
      isOperator: false,
      connection: null,
      memberships: [
        {
          memberId,
          organisationId: organisation.id,
          organisationName: organisation.name,
          role: "viewer",
          lastActiveAt: null,
          requiredConnection: null,
        },
      ],
    });
  });

  it("leads who is not signed in to the sign-in page, after a page of ours has asked for the Strict cookie", async () => {
    const ctx = await dashboardRequest();
    await send(ctx, enterDashboard, { to: "/dashboard/account" });
    const here = `/auth/${ctx.project.id}`;
    expect(ctx.received.continueTo).toBe(`${ctx.baseUrl}${here}/dashboard?to=%2Fdashboard%2Faccount&again=1`);
    const again = await dashboardRequest();
    await send(again, enterDashboard, { to: "/dashboard/account", again: "1" });
    expect(again.received.redirect).toBe(
      `${here}/sign-in?redirect_to=${encodeURIComponent(`${here}/dashboard?to=%2Fdashboard%2Faccount`)}`,
    );
    expect([...ctx.received.setCookies, ...again.received.setCookies]).toEqual([]);
  });

  it("leads to pages of the dashboard only", () => {
    const hostile = ["//evil.example", "/dashboard/../auth", "/dashboardx", "https://evil.example", "/dashboard//x"];
    const within = ["#y", "\\x", "\n/x", "/%2f", "/.", "//"].map((end) => `/dashboard/x${end}`);
    const queries = [
      "/dashboardx?y",
      "//evil.example?/dashboard",
      "/dashboard?x\\y",
      "/dashboard?x y",
      "/dashboard?\r\nx",
    ];
    for (const to of [...hostile, ...within, ...queries, "/dashboard?x#y", `/dashboard?${"x".repeat(2_000)}`]) {
      expect(EnterDashboardQuery.safeParse({ to }).success, to).toBe(false);
      expect(enterAddress("p_1", to), to).toBe("/auth/p_1/dashboard");
    }
    expect(EnterDashboardQuery.parse({ to: "/dashboard/org_1/members" })).toEqual({ to: "/dashboard/org_1/members" });
  });

  it("leads back to a page with its query, through the sign-in page", async () => {
    const to = "/dashboard/org_1/audit?who=a%40b.example&next=//evil.example&to=/x";
    const again = await dashboardRequest();
    await send(again, enterDashboard, EnterDashboardQuery.parse({ to, again: "1" }));
    const signIn = new URL(again.received.redirect ?? "", again.baseUrl);
    const back = new URL(signIn.searchParams.get("redirect_to") ?? "", again.baseUrl);
    expect(back.origin).toBe(again.baseUrl);
    expect(back.pathname + back.search).toBe(enterAddress(again.project.id, to));
    expect(back.searchParams.get("to")).toBe(to);
    expect(new URL(to, again.baseUrl).origin).toBe(again.baseUrl);
    const { ctx } = await signedIn();
    const next = await nextRequest(ctx);
    await send(next, enterDashboard, EnterDashboardQuery.parse({ to }));
    expect(next.received.redirect).toBe(to);
  });

  it("SE-07: is for the dashboard's own project alone, and a session of another project is none of the dashboard", async () => {
    const foreign = await makeUserContext();
    await expect(send(foreign, enterDashboard, { to: "/dashboard" })).rejects.toMatchObject({
      code: "PROJECT_NOT_FOUND",
    });
    const name = foreign.project.id.slice(2);
    const { id: userId } = await foreign.db.user.create({
      data: { id: `usr_${name}`, projectId: foreign.project.id, email: "a@b.example", name: "" },
    });
    const session = { id: `ses_${name}`, projectId: foreign.project.id, userId };
    const tokenHash = new Uint8Array(foreign.random.bytes(32));
    await foreign.db.session.create({ data: { ...session, tokenHash, expiresAt: new Date("2100-01-01") } });
    expect(await findSignedInAccount(foreign, session.id)).toBeNull();
  });

  it("takes no cookie that another key has sealed, nor one that is too old", async () => {
    const { ctx } = await signedIn();
    expect(await openDashboardSession("another secret of 32 characters or more", cookieOf(ctx))).toBeNull();
    expect(await openDashboardSession(ctx.dashboardSecret, "not a seal")).toBeNull();
    expect(await openDashboardSession(ctx.dashboardSecret, "")).toBeNull();
  });
});

describe("the dashboard's session", () => {
  it("SE-02: ends with a sign-out, for every copy of the cookie, and leaves an event", async () => {
    const { ctx, sessionId, user } = await signedIn();
    const acting = { ...ctx, actor: { kind: "user", id: user.id } } as const;
    await signOutOfDashboard(acting, { sessionId, userAgent: "test" });
    expect(await findSignedInAccount(ctx, sessionId)).toBeNull();
    expect((await nextRequest(ctx)).session).toBeNull();
    const events = await ctx.db.securityEvent.findMany({ where: { userId: user.id, kind: "session.sign_out" } });
    expect(events).toHaveLength(1);
  });

  it("goes on to the company's identity provider that it began at, and comes back", async () => {
    const { ctx, sessionId, user } = await signedIn();
    const projectId = ctx.project.id;
    const signOutUrl = "https://idp.acme.example/slo";
    const connectionId = createId("ssoConnection", ctx.random);
    const { certificate } = await makeKey("idp.acme.example", new Date());
    const addresses = { entityId: "acme", signInUrl: "https://idp.acme.example/sso", signOutUrl };
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const connection = { id: connectionId, projectId, name: "Acme", protocol: "saml", isEnabled: true, ...addresses };
    const data = { ...connection, certificates: [certificate], createdBy: user.id, ...times };
    await ctx.db.ssoConnection.create({ data, select: { id: true } });
    const there = { id: `there-of-${sessionId}`, projectId, connectionId, userId: user.id, subject: "ada" };
    await ctx.db.ssoSession.create({ data: { ...there, createdAt: new Date() }, select: { id: true } });
    const origin = { where: { id: sessionId }, data: { ssoSessionId: there.id }, select: { id: true } };
    await ctx.db.session.update(origin);
    const acting = { ...ctx, actor: { kind: "user", id: user.id } } as const;
    const { page, providerUrl } = await signOutOfDashboard(acting, { sessionId, userAgent: "test" });
    const asked = new URL(providerUrl ?? "");
    expect(asked.origin + asked.pathname).toBe(signOutUrl);
    expect(asked.searchParams.get("RelayState")).toBe(page);
    const back = await acceptLogoutByAddress(ctx, { connectionId, SAMLResponse: "PHgvPg==", RelayState: page });
    expect(back.continueTo).toBe(page);
    expect(await findSignedInAccount(ctx, sessionId)).toBeNull();
    await ctx.db.ssoConnection.delete({ where: { id: connectionId }, select: { id: true } });
  });

  it("SE-09: of somebody else is not ended", async () => {
    const [own, other] = [await signedIn(), await signedIn()];
    const acting = { ...own.ctx, actor: { kind: "user", id: own.user.id } } as const;
    await signOutOfDashboard(acting, { sessionId: other.sessionId, userAgent: "test" });
    expect(await findSignedInAccount(own.ctx, other.sessionId)).not.toBeNull();
  });

  it("SE-03: ends at once with a ban, a revocation, and the end of the session itself", async () => {
    const clock = new FixedClock();
    for (const end of ["ban", "revoke", "expire"] as const) {
      const { ctx, sessionId, user } = await signedIn(clock);
      expect(await findSignedInAccount(ctx, sessionId), end).not.toBeNull();
      if (end === "ban") await ctx.db.user.update({ where: { id: user.id }, data: { bannedAt: clock.now() } });
      if (end === "revoke") await ctx.db.session.deleteMany({ where: { userId: user.id } });
      if (end === "expire") clock.advance(7 * 86_400_000);
      expect(await findSignedInAccount(ctx, sessionId), end).toBeNull();
    }
  });

  it("TI-08: shows a removed membership and another role at the next request", async () => {
    const { ctx, sessionId, memberId } = await signedIn();
    await ctx.db.member.update({ where: { id: memberId }, data: { role: "admin" } });
    const promoted = await findSignedInAccount(ctx, sessionId);
    expect(promoted?.memberships.map(({ role }) => role)).toEqual(["admin"]);
    await ctx.db.member.delete({ where: { id: memberId } });
    expect((await findSignedInAccount(ctx, sessionId))?.memberships).toEqual([]);
  });

  it("is refused to a user with a password and an unproven address", async () => {
    const { ctx, user, password } = await signedIn();
    const input = { email: user.email, password };
    await send(otherBrowser(ctx), signInWithPassword, input);
    await ctx.db.user.update({ where: { id: user.id }, data: { emailVerified: false } });
    await expectSignInError(send(otherBrowser(ctx), signInWithPassword, input), "EMAIL_NOT_VERIFIED");
  });
});

describe("the account page", () => {
  const eventsOf = (ctx: TestRequest, userId: string, kind: string) =>
    ctx.db.securityEvent.findMany({ where: { userId, kind, outcome: "accepted" } });

  it("changes the name, which leaves an event, and refuses one that nobody can read", async () => {
    const { ctx, sessionId, user } = await signedIn();
    const acting = { ...ctx, actor: { kind: "user", id: user.id } } as const;
    const { name } = RenameAccountInput.parse({ name: "  Mira Kaspar " });
    await renameAccount(acting, { name, userAgent: "test" });
    expect(await findSignedInAccount(ctx, sessionId)).toMatchObject({ name: "Mira Kaspar" });
    expect(await eventsOf(ctx, user.id, "user.update")).toHaveLength(1);
    for (const refused of ["", " ", "a\nb", "\u202e", "x".repeat(101)])
      expect(RenameAccountInput.safeParse({ name: refused }).success, JSON.stringify(refused)).toBe(false);
  });

  it("SE-09: lists the account's own sessions, and ends all of them but one", async () => {
    const [own, other] = [await signedIn(), await signedIn()];
    const acting = { ...own.ctx, actor: { kind: "user", id: own.user.id } } as const;
    const second = await own.ctx.db.session.create({
      data: {
        ...{ id: `ses_${own.user.id.slice(4)}`, projectId: own.ctx.project.id, userId: own.user.id },
        ...{ tokenHash: new TextEncoder().encode(own.user.id), expiresAt: new Date("2100-01-01") },
      },
    });
    const sessions = async () => (await showAccount(acting, { sessionId: own.sessionId })).sessions;
    expect((await sessions()).map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [own.sessionId, true],
      [second.id, false],
    ]);
    expect(await endOtherSessions(acting, { sessionId: own.sessionId, userAgent: "test" })).toEqual({ ended: 1 });
    expect(await sessions()).toHaveLength(1);
    expect(await findSignedInAccount(own.ctx, own.sessionId)).not.toBeNull();
    expect(await findSignedInAccount(other.ctx, other.sessionId)).not.toBeNull();
    expect(await eventsOf(own.ctx, own.user.id, "session.revoke")).toHaveLength(1);
  });

  it("says how the account signs in", async () => {
    const { ctx, sessionId, user } = await signedIn();
    const acting = { ...ctx, actor: { kind: "user", id: user.id } } as const;
    expect(await showAccount(acting, { sessionId })).toMatchObject({
      ...{ hasPassword: true, hasTwoFactor: false, passkeys: 0, providers: [] },
    });
    for (const verb of [showAccount, endOtherSessions] as const)
      await expect(verb(ctx, { sessionId, userAgent: "test" })).rejects.toMatchObject({ code: "unauthorized" });
    const renaming = renameAccount(ctx, { name: "Mira", userAgent: "test" });
    await expect(renaming).rejects.toMatchObject({ code: "unauthorized" });
  });
});
