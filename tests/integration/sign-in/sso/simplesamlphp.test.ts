import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptSamlResponse } from "@/lib/sign-in/sso/accept-saml-response";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { acceptLogoutByAddress } from "@/lib/sign-in/sso/logout/saml";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { eventsOf } from "@/tests/support/sign-in";
import { CompanyBrowser, type SimpleSamlPhp, startSimpleSamlPhp } from "@/tests/support/simplesamlphp";
import { APP, DOMAIN, errorIn, follow, makeSsoContext, operatorOf, proveDomain } from "@/tests/support/sso";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

let company: SimpleSamlPhp;
beforeAll(async () => {
  company = await startSimpleSamlPhp(`ada@${DOMAIN}`);
});
afterAll(() => company.close());

/** An enabled connection to SimpleSAMLphp, which knows it. */
async function connectToCompany(given: { requiresEncryption?: boolean; signsRequests?: boolean } = {}) {
  const ctx = await makeSsoContext();
  const operator = operatorOf(ctx);
  const projectId = ctx.project.id;
  const saml = { metadataUrl: company.metadataUrl };
  const input = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;
  const made = await createSsoConnection(operator, { ...input, ...given, projectId, saml });
  await proveDomain(ctx, made.id, DOMAIN);
  const connection = await updateSsoConnection(operator, { projectId, connectionId: made.id, enabled: true });
  const { text = "" } = await showSamlMetadata(ctx, { connectionId: made.id });
  const encryptFor = /use="encryption"[\s\S]*?<ds:X509Certificate>([^<]+)</.exec(text)?.[1]?.replace(/\s/g, "");
  const { entityId, acsUrl, logoutUrl } = connection.serviceProvider;
  await company.serve({ entityId, acsUrl, logoutUrl, ...(encryptFor !== undefined && { encryptFor }) });
  return { ctx, connection };
}

/** A whole sign-in, in a browser here and one there. */
async function signIn(ctx: TestRequest, there: CompanyBrowser, connectionId: string, prompt?: "login") {
  const addresses = { callbackURL: `${APP}/in`, errorCallbackURL: `${APP}/failed` };
  const { url } = await send(ctx, startSsoSignIn, { providerId: connectionId, ...addresses, prompt });
  const browser = await nextRequest(ctx);
  const { action, fields, wasAsked } = await there.signIn(url);
  const withoutCookies: TestRequest = { ...ctx, cookieHeader: null };
  const posted = await acceptSamlResponse(withoutCookies, { connectionId, ...fields });
  expect(errorIn(posted.redirect ?? null), (await eventsOf(ctx)).join()).toBeNull();
  return { back: await follow(browser, connectionId), action, wasAsked, response: fields.SAMLResponse ?? "" };
}

describe("SimpleSAMLphp, by its metadata's address", () => {
  it("signs in its people, whom it asks once, or anew where the app wants it", async () => {
    const { ctx, connection } = await connectToCompany();
    const there = new CompanyBrowser();
    const first = await signIn(ctx, there, connection.id);
    expect([first.wasAsked, first.action]).toEqual([true, connection.serviceProvider.acsUrl]);
    const { session } = await signedInRequest(first.back);
    expect(session.user).toMatchObject({ email: `ada@${DOMAIN}`, emailVerified: true, name: "Ada Lovelace" });
    const account = await ctx.db.account.findFirstOrThrow({ where: { projectId: ctx.project.id } });
    expect(account).toMatchObject({ providerId: connection.id, accountId: "ada" });
    const again = await signIn(otherBrowser(ctx), there, connection.id);
    expect([again.wasAsked, errorIn(again.back.received.redirect ?? null)]).toEqual([false, null]);
    const anew = await signIn(otherBrowser(ctx), there, connection.id, "login");
    expect([anew.wasAsked, errorIn(anew.back.received.redirect ?? null)]).toEqual([true, null]);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("encrypts assertions for the connection's certificate, and takes signed requests", async () => {
    const { ctx, connection } = await connectToCompany({ requiresEncryption: true, signsRequests: true });
    const { back, response } = await signIn(ctx, new CompanyBrowser(), connection.id);
    const xml = Buffer.from(response, "base64").toString();
    expect([xml.includes("EncryptedAssertion"), xml.includes(`ada@${DOMAIN}`)]).toEqual([true, false]);
    expect((await signedInRequest(back)).session.user.email).toBe(`ada@${DOMAIN}`);
  });

  it("signs its people out here when they sign out there", async () => {
    const { ctx, connection } = await connectToCompany();
    const there = new CompanyBrowser();
    const { back } = await signIn(ctx, there, connection.id);
    const other = await signIn(otherBrowser(ctx), new CompanyBrowser(), connection.id);
    const message = new URL(await there.leave(company.signOutUrl));
    expect(message.origin + message.pathname).toBe(connection.serviceProvider.logoutUrl);
    const fields = Object.fromEntries(message.searchParams);
    const answered = await acceptLogoutByAddress(ctx, { connectionId: connection.id, ...fields });
    expect((await eventsOf(ctx)).filter((event) => event.includes("refused"))).toEqual([]);
    await expect(signedInRequest(back)).rejects.toThrow("nobody is signed in");
    expect((await signedInRequest(other.back)).session.user.email).toBe(`ada@${DOMAIN}`);
    expect((await there.read(answered.redirect ?? "")).toLowerCase()).not.toContain("error");
    expect((await signIn(otherBrowser(ctx), there, connection.id)).wasAsked).toBe(true);
  });

  it("signs its people out there when they sign out here", async () => {
    const { ctx, connection } = await connectToCompany();
    const there = new CompanyBrowser();
    const { back } = await signIn(ctx, there, connection.id);
    const { body } = await signOut(await signedInRequest(back), { callbackURL: `${APP}/bye` });
    const message = new URL(await there.leave(body.providerUrl ?? ""));
    const fields = Object.fromEntries(message.searchParams);
    expect(fields.SAMLResponse).toBeTruthy();
    const done = await acceptLogoutByAddress(ctx, { connectionId: connection.id, ...fields });
    expect(done.redirect).toBe(`${APP}/bye`);
    expect((await signIn(otherBrowser(ctx), there, connection.id)).wasAsked).toBe(true);
  });
});
