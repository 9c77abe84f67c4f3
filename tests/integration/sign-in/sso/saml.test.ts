import { describe, expect, it } from "vitest";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { openSsoSignIn, startSsoSignIn } from "@/lib/sign-in/sso/start";
import { listAccounts } from "@/lib/sign-in/users/list-accounts";
import { readRequest, saidTo, signedResponse } from "@/tests/support/saml-identity-provider";
import { eventsOf, expectSignInError, newEmail, signUp } from "@/tests/support/sign-in";
import {
  APP,
  connect,
  DOMAIN,
  errorIn,
  follow,
  makeSsoContext,
  operatorOf,
  post,
  proveDomain,
  signInAt,
  startAt,
} from "@/tests/support/sso";
import { nextRequest, otherBrowser, send, signedInRequest } from "@/tests/support/test-browser";
import { claimsOf } from "@/tests/support/user-organisations";

describe("a person of a company's identity provider", () => {
  it("becomes a user with a proven address, and is the same user again", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const first = await signInAt(ctx, at, { nameId: "ada" });
    expect(first.received.redirect).toBe(`${APP}/new`);
    const signedIn = await signedInRequest(first);
    expect(signedIn.session.user).toMatchObject({
      email: "ada@acme.example",
      emailVerified: true,
      name: "Ada Lovelace",
    });
    expect(signedIn.session.factors).toEqual([at.connection.id]);
    expect(await claimsOf(signedIn)).toMatchObject({ sso_connection_id: at.connection.id });
    expect(await listAccounts(signedIn)).toMatchObject([{ providerId: at.connection.id, accountId: "ada" }]);
    const again = await signInAt(otherBrowser(ctx), at, { nameId: "ada" });
    expect(again.received.redirect).toBe(`${APP}/in`);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
    const signIn = "session.sign_in accepted";
    expect(await eventsOf(ctx)).toEqual([signIn, signIn, "user.sign_up accepted"]);
  });

  it("is asked by a request that names the connection, its address and nothing secret", async () => {
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx);
    const { request } = await startAt(ctx, connection);
    expect(request).toMatchObject({
      acsUrl: connection.serviceProvider.acsUrl,
      issuer: connection.serviceProvider.entityId,
      id: expect.stringMatching(/^_flw_[0-9a-z]{20}$/),
    });
    expect(request.xml).toContain(`Destination="${idp.signInUrl}"`);
  });

  it("proves who they are anew or in a certain way, where the app wants it", async () => {
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx);
    const PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password";
    const signIn = async (wishes: object) => {
      const browser = otherBrowser(ctx);
      const addresses = { callbackURL: `${APP}/in`, errorCallbackURL: `${APP}/failed` };
      const { url } = await send(browser, startSsoSignIn, { providerId: connection.id, ...addresses, ...wishes });
      const request = readRequest(url);
      await post(ctx, connection.id, signedResponse(idp, saidTo(idp, request, ctx.clock.now(), { nameId: "ada" })));
      const done = await follow(await nextRequest(browser), connection.id);
      return { xml: request.xml, error: errorIn(done.received.redirect ?? null) };
    };
    const anew = await signIn({ prompt: "login" });
    expect([anew.error, anew.xml.includes('ForceAuthn="true"')]).toEqual([null, true]);
    const plain = await signIn({});
    expect(plain.xml).not.toMatch(/ForceAuthn|RequestedAuthnContext/);
    const mfa = await signIn({ acrValues: "https://refeds.org/profile/mfa" });
    expect(mfa.xml).toMatch(/RequestedAuthnContext[^>]*Comparison="exact".*>https:\/\/refeds.org\/profile\/mfa</);
    expect(mfa.error).toBe("interaction_required");
    expect((await signIn({ acrValues: `https://refeds.org/profile/mfa ${PASSWORD}` })).error).toBeNull();
    ctx.clock.advance(90_000);
    const stale = signedResponse(
      idp,
      saidTo(
        idp,
        readRequest(
          (await send(ctx, startSsoSignIn, { providerId: connection.id, callbackURL: `${APP}/in`, prompt: "login" }))
            .url,
        ),
        ctx.clock.now(),
        { notBefore: new Date(ctx.clock.now().getTime() - 200_000) },
      ),
    );
    await post(ctx, connection.id, stale);
    expect(errorIn((await follow(await nextRequest(ctx), connection.id)).received.redirect ?? null)).toBe(
      "login_required",
    );
  });

  it("is found by the domain of an address, which no letter case hides", async () => {
    const ctx = await makeSsoContext();
    const { idp } = await connect(ctx);
    const start = (given: object) => send(ctx, startSsoSignIn, { callbackURL: `${APP}/in`, ...given });
    for (const given of [{ email: "Ada@ACME.example" }, { domain: "Acme.Example" }]) {
      expect((await start(given)).url).toContain(idp.signInUrl);
    }
    for (const given of [{ email: "ada@other.example" }, { domain: "sub.acme.example" }, { providerId: "sso_none" }]) {
      await expectSignInError(start(given), "PROVIDER_NOT_FOUND");
    }
  });

  it("is linked to the user who has the address, whose unproven password ends", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const stranger = otherBrowser(ctx);
    const { id } = await signUp(stranger, "ada@acme.example");
    const done = await signedInRequest(await signInAt(ctx, at));
    expect(done.session.user).toMatchObject({ id, emailVerified: true });
    expect(await listAccounts(done)).toMatchObject([{ providerId: at.connection.id }]);
    await expect(signedInRequest(stranger)).rejects.toThrow("nobody is signed in");
  });

  it("still gives the second factor of their own", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const { session } = await signedInRequest(await signInAt(ctx, at, { nameId: "ada" }));
    await ctx.db.user.update({ where: { id: session.user.id }, data: { twoFactorEnabled: true } });
    const next = await signInAt(otherBrowser(ctx), at, { nameId: "ada" });
    expect(next.received.redirect).toContain("/two-factor?");
    expect(next.received.session).toBeNull();
  });

  it("without a user gets none where the connection makes none", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx, { createsUsers: false });
    expect(errorIn((await signInAt(ctx, at)).received.redirect)).toBe("signup_disabled");
    expect(await eventsOf(ctx)).toEqual(["session.sign_in refused sso_no_new_users"]);
  });

  it("a blocked user stays out", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const { session } = await signedInRequest(await signInAt(ctx, at, { nameId: "ada" }));
    await ctx.db.user.update({ where: { id: session.user.id }, data: { bannedAt: ctx.clock.now() } });
    const next = await signInAt(otherBrowser(ctx), at, { nameId: "ada" });
    expect(errorIn(next.received.redirect)).toBe("banned");
    expect(next.received.session).toBeUndefined();
  });

  it("is refused once the connection is off or deleted, also in the middle of a sign-in", async () => {
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx);
    const address = { projectId: ctx.project.id, connectionId: connection.id };
    const begun = await startAt(ctx, connection);
    const answer = signedResponse(idp, saidTo(idp, begun.request, ctx.clock.now()));
    expect(await post(ctx, connection.id, answer)).toContain(`${connection.serviceProvider.startUrl}/continue?flow=`);
    await updateSsoConnection(operatorOf(ctx), { ...address, enabled: false });
    const ended = await follow(begun.browser, connection.id);
    expect(errorIn(ended.received.redirect)).toBe("oauth_provider_not_found");
    const opened = await openSsoSignIn(ctx, { connectionId: connection.id });
    expect(errorIn(opened.redirect ?? null)).toBe("oauth_provider_not_found");
    await removeSsoConnection(operatorOf(ctx), address);
    expect(errorIn(await post(ctx, connection.id, answer))).toBe("oauth_provider_not_found");
  });

  it("loses the session when the connection is deleted", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const browser = await signInAt(ctx, at);
    await signedInRequest(browser);
    const address = { projectId: ctx.project.id, connectionId: at.connection.id };
    expect(await removeSsoConnection(operatorOf(ctx), address)).toMatchObject({ endedSessions: 1 });
    await expect(signedInRequest(browser)).rejects.toThrow("nobody is signed in");
  });

  it("may begin at the identity provider where that is allowed: an ordinary sign-in starts", async () => {
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx, { startsAtProvider: true });
    const { startUrl, acsUrl, entityId } = connection.serviceProvider;
    const request = { id: "_none", acsUrl, issuer: entityId, xml: "" };
    const unasked = signedResponse(idp, saidTo(idp, request, ctx.clock.now(), { inResponseTo: null }));
    expect(await post(ctx, connection.id, unasked)).toBe(startUrl);
    const deep = await post(ctx, connection.id, unasked, `${APP}/deep?a=1`);
    expect(deep).toBe(`${startUrl}?redirect_to=${encodeURIComponent(`${APP}/deep?a=1`)}`);
    const opened = await openSsoSignIn(ctx, { connectionId: connection.id, redirect_to: `${APP}/deep` });
    expect(readRequest(opened.redirect ?? "").acsUrl).toBe(acsUrl);
  });
});

describe("an identity from a connection", () => {
  it("SA-14: takes no account outside the connection's verified domains, by no address it gives", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const victim = newEmail();
    await signUp(otherBrowser(ctx), victim);
    await ctx.db.user.updateMany({ where: { email: victim }, data: { emailVerified: true } });
    const foreign = [victim, "ada@sub.acme.example", "ada@acme.example.evil.example", "ada@evil-acme.example"];
    for (const email of foreign) {
      const done = await signInAt(otherBrowser(ctx), at, { email, nameId: "mallory" });
      expect(errorIn(done.received.redirect), email).toBe("email_domain_not_verified");
      expect(done.received.session).toBeUndefined();
    }
    expect(await ctx.db.account.count({ where: { providerId: at.connection.id } })).toBe(0);
    const refusal = await ctx.db.securityEvent.findFirst({
      where: { projectId: ctx.project.id, reason: "sso_foreign_email" },
    });
    expect(refusal?.data).toMatchObject({ provider: at.connection.id, email: expect.any(String) });
  });

  it("SA-14: does not sign in a linked user who has taken an address elsewhere", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const { session } = await signedInRequest(await signInAt(ctx, at, { nameId: "ada" }));
    await ctx.db.user.update({ where: { id: session.user.id }, data: { email: newEmail() } });
    const next = await signInAt(otherBrowser(ctx), at, { nameId: "ada" });
    expect(errorIn(next.received.redirect)).toBe("email_domain_not_verified");
    expect(await eventsOf(ctx)).toContain("session.sign_in refused sso_user_elsewhere");
  });

  it("SA-14: has no domain that was only claimed, or that has been removed", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    const address = { projectId: ctx.project.id, connectionId: at.connection.id };
    await proveDomain(ctx, at.connection.id, "acme.test");
    const email = "ada@acme.test";
    await signedInRequest(await signInAt(otherBrowser(ctx), at, { email, nameId: "ada" }));
    await removeSsoDomain(operatorOf(ctx), { ...address, domain: "acme.test" });
    const done = await signInAt(otherBrowser(ctx), at, { email, nameId: "ada" });
    expect(errorIn(done.received.redirect)).toBe("email_domain_not_verified");
    expect(DOMAIN).not.toBe("acme.test");
  });

  it("needs an address, which may be the NameID", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx);
    for (const email of [null, "no address", "ada@acme.example, bob@acme.example"]) {
      const done = await signInAt(otherBrowser(ctx), at, { email });
      expect(errorIn(done.received.redirect)).toBe("email_not_found");
    }
    const nameIdFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
    const named = await signInAt(otherBrowser(ctx), at, { email: null, nameId: "Bob@acme.example", nameIdFormat });
    expect((await signedInRequest(named)).session.user.email).toBe("bob@acme.example");
  });
});
