import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postSignOutForm } from "@/lib/hosted-pages/forms/sign-out";
import { idTokenPlace } from "@/lib/sign-in/sso/logout/begin";
import { PostLogoutQuery, returnFromIssuer } from "@/lib/sign-in/sso/logout/oidc";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import { type Cookies, signOutAt } from "@/tests/support/social-stand-ins";
import { APP, connectOidc, DOMAIN, makeSsoContext, signInAtIssuer, signInAtIssuerWith } from "@/tests/support/sso";
import { CLIENT } from "@/tests/support/stand-in-server";
import { otherBrowser, signedInRequest, submit } from "@/tests/support/test-browser";

const ADA = { sub: "ada-of-acme", email: `ada@${DOMAIN}`, name: "Ada Lovelace" };

let acme: OidcStandIn;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  acme = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
});
afterAll(() => acme.close());

/** A connection to an issuer whose metadata says this, and a browser of Ada's. */
async function signInWhere(endSessionEndpoint: (origin: string) => string | null, person: object = ADA) {
  const issuer = await startHostileProvider();
  issuer.endSessionEndpoint = endSessionEndpoint(issuer.origin);
  const ctx = await makeSsoContext();
  const connection = await connectOidc(ctx, issuer.origin);
  const browser = await signedInRequest(await signInAtIssuer(ctx, connection, { ...ADA, ...person }));
  return { ctx, issuer, connection, browser };
}

describe("somebody who signs out of an app", () => {
  it("signs out at the company's issuer, too, and comes back", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, acme.issuer);
    const cookies: Cookies = new Map();
    const back = await signInAtIssuerWith(ctx, connection, ADA, cookies);
    const session = [...cookies.keys()].find((name) => name.endsWith("_session")) ?? "";
    expect(cookies.get(session)).toBeTruthy();
    const { body } = await signOut(await signedInRequest(back), { callbackURL: `${APP}/bye` });
    await expect(signedInRequest(back)).rejects.toThrow("nobody is signed in");
    const returned = new URL(await signOutAt(body.providerUrl ?? "", cookies));
    expect(cookies.get(session)).toBe("");
    expect(returned.origin + returned.pathname).toBe(connection.serviceProvider.postLogoutRedirectUri);
    const query = PostLogoutQuery.parse(Object.fromEntries(returned.searchParams));
    const done = await returnFromIssuer(ctx, { connectionId: connection.id, ...query });
    expect(done.redirect).toBe(`${APP}/bye`);
  });

  it("goes there from a hosted page's form, and comes back to the page that leads on", async () => {
    const { ctx, issuer, browser } = await signInWhere((origin) => `${origin}/end`);
    const home = `${ctx.baseUrl}/auth/${ctx.project.id}`;
    const carried = `?${new URLSearchParams({ redirect_to: `${APP}/bye`, state: "s" })}`;
    const next = await submit(browser, postSignOutForm, { goesOn: true }, `${home}/return${carried}`);
    const asked = new URL(next.continueTo ?? "");
    expect([asked.origin, asked.searchParams.get("state")]).toEqual([issuer.origin, `${home}/sign-out${carried}`]);
    await expect(signedInRequest(browser)).rejects.toThrow("nobody is signed in");
    await issuer.close();
  });

  it("is named by the ID token, which is sealed while it is kept", async () => {
    const { ctx, issuer, browser, connection } = await signInWhere((origin) => `${origin}/end?tenant=1#top`);
    const omit = { idToken: false } as const;
    const row = await ctx.db.ssoSession.findFirstOrThrow({ where: { projectId: ctx.project.id }, omit });
    const token = ctx.sealer.open(row.idToken ?? "", idTokenPlace(row.id));
    expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({ sub: ADA.sub });
    expect(row.idToken).not.toContain(token);
    expect(await ctx.db.ssoSession.findFirst({ where: { id: row.id } })).not.toHaveProperty("idToken");
    const { body } = await signOut(browser, { callbackURL: `${APP}/bye` });
    const asked = new URL(body.providerUrl ?? "");
    expect([asked.origin, asked.pathname, asked.hash]).toEqual([issuer.origin, "/end", ""]);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      ...{ tenant: "1", client_id: CLIENT.id, id_token_hint: token, state: `${APP}/bye` },
      post_logout_redirect_uri: connection.serviceProvider.postLogoutRedirectUri,
    });
    await issuer.close();
  });

  it("is named by the address where the ID token is too long to go back", async () => {
    const { ctx, issuer, browser } = await signInWhere((origin) => `${origin}/end`, { filler: "x".repeat(4_096) });
    const { idToken } = await ctx.db.ssoSession.findFirstOrThrow({
      where: { projectId: ctx.project.id },
      select: { idToken: true },
    });
    expect(idToken).toBeNull();
    const asked = new URL((await signOut(browser)).body.providerUrl ?? "").searchParams;
    expect([asked.get("logout_hint"), asked.get("client_id")]).toEqual([ADA.email, CLIENT.id]);
    expect([asked.has("id_token_hint"), asked.has("state")]).toEqual([false, false]);
    await issuer.close();
  });

  it.each(["http://elsewhere.example/end", "javascript:alert(1)", "https://user:word@acme.example/", "no address", ""])(
    "is sent nowhere by metadata with the address %j",
    async (address) => {
      const { issuer, browser } = await signInWhere(() => address);
      const { body } = await signOut(browser, { callbackURL: `${APP}/bye` });
      expect([body.success, body.providerUrl]).toEqual([true, undefined]);
      await expect(signedInRequest(browser)).rejects.toThrow("nobody is signed in");
      await issuer.close();
    },
  );

  it("is signed out here by an issuer that doesn't answer, and of one without such an address", async () => {
    const { ctx, connection, issuer, browser } = await signInWhere(() => null);
    expect((await signOut(browser)).body.providerUrl).toBeUndefined();
    const again = await signedInRequest(await signInAtIssuer(otherBrowser(ctx), connection, ADA));
    await issuer.close();
    const where = { id: connection.id, projectId: ctx.project.id };
    await ctx.db.ssoConnection.update({ where, data: { issuer: `${issuer.origin}/gone` }, select: { id: true } });
    expect((await signOut(again)).body).toEqual({ success: true });
    await expect(signedInRequest(again)).rejects.toThrow("nobody is signed in");
  });

  it("OR-01: comes back to no address of a stranger", async () => {
    const ctx = await makeSsoContext();
    const { id: connectionId } = await connectOidc(ctx, acme.issuer);
    for (const state of [undefined, "https://evil.example/", "//evil.example", "javascript:alert(1)", "\\evil"]) {
      const { redirect, continueTo } = await returnFromIssuer(ctx, { connectionId, state });
      expect(new URL(redirect ?? continueTo ?? "").origin).toBe(redirect === undefined ? ctx.baseUrl : APP);
      expect(redirect ?? "").not.toContain("evil");
    }
  });
});
