import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptSamlResponse } from "@/lib/sign-in/sso/accept-saml-response";
import { clientSecretPlace } from "@/lib/sign-in/sso/connections/oidc-client";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { openSsoSignIn, startSsoSignIn } from "@/lib/sign-in/sso/start";
import { listAccounts } from "@/lib/sign-in/users/list-accounts";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import { eventsOf, expectSignInError, newEmail, signUp } from "@/tests/support/sign-in";
import { signInAt } from "@/tests/support/social-stand-ins";
import {
  APP,
  comeBackTo,
  connectOidc,
  DOMAIN,
  errorIn,
  makeSsoContext,
  operatorOf,
  signInAtIssuer,
} from "@/tests/support/sso";
import { CLIENT } from "@/tests/support/stand-in-server";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import { claimsOf } from "@/tests/support/user-organisations";

let acme: OidcStandIn;
let hostile: HostileProvider;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  acme = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
  hostile = await startHostileProvider();
});
afterAll(async () => {
  await Promise.all([acme.close(), hostile.close()]);
});

const ADA = { sub: "ada-of-acme", email: `Ada@${DOMAIN}`, name: "Ada Lovelace" };
const errorOf = ({ received }: TestRequest) => errorIn(received.redirect ?? null);

describe("a person of a company's issuer", () => {
  it("becomes a user with a proven address, and is the same user again", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const first = await signInAtIssuer(ctx, connection, ADA);
    expect(first.received.redirect).toBe(`${APP}/new`);
    const signedIn = await signedInRequest(first);
    expect(signedIn.session.user).toMatchObject({ email: `ada@${DOMAIN}`, emailVerified: true, name: "Ada Lovelace" });
    expect(signedIn.session.factors).toEqual([connection.id]);
    expect(await claimsOf(signedIn)).toMatchObject({ sso_connection_id: connection.id });
    expect(await listAccounts(signedIn)).toMatchObject([{ providerId: connection.id, accountId: ADA.sub }]);
    const again = await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, email_verified: true });
    expect(again.received.redirect).toBe(`${APP}/in`);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("is asked for by PKCE, state and nonce, with the address that was typed", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const { url } = await send(ctx, startSsoSignIn, { email: ADA.email, callbackURL: `${APP}/in` });
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toEqual({
      response_type: "code",
      client_id: CLIENT.id,
      redirect_uri: connection.serviceProvider.redirectUri,
      scope: "openid email profile",
      state: expect.stringMatching(/^\w{64}$/),
      nonce: expect.stringMatching(/^\w{64}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      login_hint: ADA.email,
    });
    const flow = await ctx.db.flow.findFirstOrThrow({ where: { projectId: ctx.project.id } });
    for (const secret of [asked.state, asked.nonce]) expect(JSON.stringify(flow.data)).not.toContain(secret);
  });

  it("is linked to the user who has the address, who is told by the connection's name", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const { id } = await signUp(otherBrowser(ctx), `ada@${DOMAIN}`);
    const done = await signedInRequest(await signInAtIssuer(ctx, connection, ADA));
    expect(done.session.user).toMatchObject({ id, emailVerified: true });
    const where = { projectId: ctx.project.id, kind: "account-linked" };
    const mail = await ctx.db.mailMessage.findFirstOrThrow({ where, select: { id: true, content: true } });
    const place = { table: "mail_message", column: "content", rowId: mail.id };
    expect(JSON.parse(ctx.sealer.open(mail.content ?? "", place))).toMatchObject({ provider: "Acme" });
  });

  it("OA-07: takes no account by an address elsewhere, or by one that the issuer says isn't verified", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const bob = newEmail();
    await signUp(otherBrowser(ctx), bob);
    const foreign = await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, email: bob, email_verified: true });
    expect(errorOf(foreign)).toBe("email_domain_not_verified");
    await signUp(otherBrowser(ctx), `bob@${DOMAIN}`);
    for (const email_verified of [false, "false"]) {
      const unproven = { ...ADA, sub: "eve", email: `bob@${DOMAIN}`, email_verified };
      expect(errorOf(await signInAtIssuer(otherBrowser(ctx), connection, unproven))).toBe("email_not_verified");
    }
    const { email: _, ...nameless } = ADA;
    expect(errorOf(await signInAtIssuer(otherBrowser(ctx), connection, nameless))).toBe("email_not_found");
    const where = { projectId: ctx.project.id, providerId: connection.id };
    expect(await ctx.db.account.count({ where })).toBe(0);
  });

  it("isn't made a user where the connection makes none", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer, { createsUsers: false });
    expect(errorOf(await signInAtIssuer(ctx, connection, ADA))).toBe("signup_disabled");
  });
});

describe("a hostile issuer", () => {
  it.each([
    "nonce",
    "no-nonce",
    "audience",
    "authorized-party",
    "presenter",
    "issuer",
    "expired",
    "unsigned",
    "hmac-with-client-secret",
    "hmac-with-public-key",
    "unknown-key",
    "no-id-token",
  ] as const)("OA-04: a token with the fault %s signs nobody in", async (fault) => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, hostile.origin);
    const back = await signInAtIssuer(ctx, connection, { ...ADA, fault });
    expect(errorOf(back)).toBe("invalid_code");
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it.each(["redirect", "too-long", "broken-off", "server-error"] as const)(
    "OA-16: a token endpoint with the fault %s is not followed nor read on",
    async (fault) => {
      const ctx = await makeSsoContext();
      const connection = await connectOidc(ctx, hostile.origin);
      const visits = hostile.visitsElsewhere;
      const back = await signInAtIssuer(ctx, connection, { ...ADA, fault });
      expect(errorOf(back)).toBe("temporarily_unavailable");
      expect(hostile.visitsElsewhere).toBe(visits);
    },
  );

  it("is believed neither as another issuer in the address, nor in another's error text", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, hostile.origin);
    const mixed = await signInAtIssuer(ctx, connection, { ...ADA, iss: acme.issuer });
    expect(errorOf(mixed)).toBe("issuer_mismatch");
    const refused = await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, error: "<script>" });
    expect(errorOf(refused)).toBe("invalid_callback_request");
    const denied = await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, error: "access_denied" });
    expect(errorOf(denied)).toBe("access_denied");
  });
});

describe("a sign-in at an issuer", () => {
  it("ends once, in the browser that began it, with its own state and connection", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const other = await connectOidc(ctx, hostile.origin, { domain: "other.example" });
    const addresses = { callbackURL: `${APP}/in`, errorCallbackURL: `${APP}/failed` };
    const { url } = await send(ctx, startSsoSignIn, { providerId: connection.id, ...addresses });
    const returned = await signInAt(url, ADA);
    const stranger = await comeBackTo(otherBrowser(ctx), connection.id, returned);
    expect(errorOf(stranger)).toBe("state_mismatch");
    expect(errorOf(await comeBackTo(ctx, other.id, returned))).toBe("state_mismatch");
    const forged = returned.replace(/state=\w+/, `state=${"a".repeat(64)}`);
    expect(errorOf(await comeBackTo(ctx, connection.id, forged))).toBe("state_mismatch");
    const without = returned.replace(/&?state=\w+/, "");
    expect(errorOf(await comeBackTo(ctx, connection.id, without))).toBe("state_not_found");
    const back = await comeBackTo(ctx, connection.id, returned);
    expect(back.received.redirect).toBe(`${APP}/in`);
    expect(errorOf(await comeBackTo(back, connection.id, returned))).toBe("state_mismatch");
  });

  it("AT-mix-up: isn't ended by a code of another issuer, whose own sign-in a hostile one sent the browser to", async () => {
    const ctx = await makeSsoContext();
    const honest = await connectOidc(ctx, acme.issuer);
    const evil = await connectOidc(ctx, hostile.origin, { domain: "other.example" });
    const addresses = { callbackURL: `${APP}/in`, errorCallbackURL: `${APP}/failed` };
    const mine = await send(ctx, startSsoSignIn, { providerId: honest.id, ...addresses });
    const browser = await nextRequest(ctx);
    const lured = await send(browser, startSsoSignIn, { providerId: evil.id, ...addresses });
    // The hostile issuer sends the browser on to the honest one, with the state of its own sign-in.
    const [asked, own] = [new URL(mine.url ?? ""), new URL(lured.url ?? "").searchParams];
    for (const name of ["state", "nonce", "code_challenge"]) asked.searchParams.set(name, own.get(name) ?? "");
    const returned = await signInAt(asked.href, ADA);
    expect(new URL(returned).pathname).toBe(new URL(honest.serviceProvider.redirectUri).pathname);
    const atHonest = await comeBackTo(browser, honest.id, returned);
    expect([errorOf(atHonest), atHonest.received.session]).toEqual(["state_mismatch", undefined]);
    const refusals = await ctx.db.securityEvent.findMany({ where: { projectId: ctx.project.id, outcome: "refused" } });
    expect(refusals.map(({ reason }) => reason)).toEqual(["another_provider"]);
    // It has the code brought to itself, whose token endpoint would then learn it, but for the issuer in the answer.
    const atEvil = await comeBackTo(atHonest, evil.id, returned);
    expect([errorOf(atEvil), atEvil.received.session]).toEqual(["issuer_mismatch", undefined]);
    const right = await comeBackTo(atEvil, honest.id, await signInAt(mine.url ?? "", ADA));
    expect(right.received.redirect).toBe(`${APP}/in`);
  });

  it("asks the person anew where the app wants it, and counts from when the issuer asked", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const { url } = await send(ctx, startSsoSignIn, { domain: DOMAIN, callbackURL: `${APP}/in`, prompt: "login" });
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
    const asked = await signInAtIssuer(otherBrowser(ctx), connection, ADA, { prompt: "login" });
    expect(errorOf(asked)).toBeNull();
    const quiet = await connectOidc(ctx, hostile.origin, { domain: "other.example" });
    const bob = { sub: "bob", email: "bob@other.example" };
    const now = Math.floor(ctx.clock.now().getTime() / 1_000);
    for (const claims of [{}, { auth_time: now - 3_600 }, { auth_time: 1 }]) {
      const back = await signInAtIssuer(otherBrowser(ctx), quiet, { ...bob, ...claims }, { prompt: "login" });
      expect(errorOf(back)).toBe("login_required");
    }
    expect(await eventsOf(ctx)).toContain("session.sign_in refused sso_not_reauthenticated");
    const fresh = await signInAtIssuer(otherBrowser(ctx), quiet, { ...bob, auth_time: now }, { prompt: "login" });
    expect(errorOf(fresh)).toBeNull();
    const old = await signInAtIssuer(otherBrowser(ctx), quiet, { ...bob, auth_time: now - 3_600 });
    expect((await signedInRequest(old)).session.authenticatedAt).toEqual(new Date((now - 3_600) * 1_000));
    const ahead = await signInAtIssuer(otherBrowser(ctx), quiet, { ...bob, auth_time: now + 3_600 });
    expect((await signedInRequest(ahead)).session.authenticatedAt).toEqual(ctx.clock.now());
  });

  it("takes the proof that the app wants, and no other", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, hostile.origin);
    const acrValues = "urn:example:mfa urn:example:key";
    const { url } = await send(ctx, startSsoSignIn, { domain: DOMAIN, callbackURL: `${APP}/in`, acrValues });
    expect(new URL(url).searchParams.get("acr_values")).toBe(acrValues);
    for (const acr of [undefined, "urn:example:password", "urn:example:mfa urn:example:key", ""]) {
      const back = await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, acr }, { acrValues });
      expect(errorOf(back)).toBe("interaction_required");
    }
    const back = await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, acr: "urn:example:key" }, { acrValues });
    expect(errorOf(back)).toBeNull();
  });

  it("leads to no address of a stranger, whether it succeeds or fails: OR-01, OR-02", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const { url } = await send(ctx, startSsoSignIn, { providerId: connection.id, callbackURL: "/in" });
    const returned = new URL(await signInAt(url, ADA));
    for (const name of ["redirect_to", "callbackURL", "RelayState", "target_link_uri", "return_to"]) {
      returned.searchParams.set(name, "https://evil.example/");
    }
    const back = await comeBackTo(ctx, connection.id, returned.href);
    expect(back.received.redirect).toBe(`${APP}/in`);
    const failed = await comeBackTo(otherBrowser(ctx), connection.id, returned.href);
    expect(new URL(failed.received.redirect ?? "").origin).toBe(ctx.baseUrl);
  });

  it("speaks the connection's protocol alone", async () => {
    const ctx = await makeSsoContext();
    const { id: connectionId } = await connectOidc(ctx, acme.issuer);
    const posted = await acceptSamlResponse(ctx, { connectionId, SAMLResponse: "AAAA" });
    expect(errorIn(posted.redirect ?? null)).toBe("oauth_provider_not_found");
    await expect(showSamlMetadata(ctx, { connectionId })).rejects.toMatchObject({ code: "PROVIDER_NOT_FOUND" });
  });

  it("says when the issuer doesn't answer", async () => {
    const ctx = await makeSsoContext();
    const gone = await startHostileProvider();
    const connection = await connectOidc(ctx, gone.origin);
    await gone.close();
    const started = send(ctx, startSsoSignIn, { providerId: connection.id, callbackURL: `${APP}/in` });
    await expectSignInError(started, "SERVICE_UNAVAILABLE");
    const opened = await openSsoSignIn(ctx, { connectionId: connection.id });
    expect(errorIn(opened.redirect ?? null)).toBe("temporarily_unavailable");
  });

  it("goes on with a secret that is rotated, which only the issuer that it was for is sent", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const address = { projectId: ctx.project.id, connectionId: connection.id };
    const operator = operatorOf(ctx);
    await updateSsoConnection(operator, { ...address, oidc: { clientSecret: "of-yesterday" } });
    expect(errorOf(await signInAtIssuer(ctx, connection, ADA))).toBe("invalid_code");
    const rotated = await updateSsoConnection(operator, { ...address, oidc: { clientSecret: CLIENT.secret } });
    expect(JSON.stringify(rotated)).not.toContain(CLIENT.secret);
    expect(errorOf(await signInAtIssuer(otherBrowser(ctx), connection, ADA))).toBeNull();
    const { clientSecret } = await ctx.db.ssoConnection.findUniqueOrThrow({
      where: { id: connection.id },
      select: { clientSecret: true },
    });
    expect(clientSecret).not.toContain(CLIENT.secret);
    expect(ctx.sealer.open(clientSecret ?? "", clientSecretPlace(connection.id))).toBe(CLIENT.secret);
    for (const other of [{ saml: { metadataUrl: acme.issuer } }, { signsRequests: true }]) {
      const mixed = updateSsoConnection(operator, { ...address, ...other });
      await expect(mixed).rejects.toMatchObject({ details: [{ path: "saml" }] });
    }
    const elsewhere = updateSsoConnection(operator, { ...address, oidc: { issuer: hostile.origin } });
    await expect(elsewhere).rejects.toMatchObject({ details: [{ path: "oidc.clientSecret" }] });
    const moved = { issuer: hostile.origin, clientSecret: CLIENT.secret };
    const refused = updateSsoConnection(operator, { ...address, oidc: moved });
    await expect(refused).rejects.toMatchObject({ code: "conflict" });
  });
});
