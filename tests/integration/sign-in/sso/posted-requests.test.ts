import { describe, expect, it } from "vitest";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { finishSso } from "@/lib/sign-in/sso/finish-saml";
import { providerSignOutUrl } from "@/lib/sign-in/sso/logout/provider-url";
import { postSamlMessage } from "@/lib/sign-in/sso/saml/delivery";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { metadataOf, readRequestXml, saidTo, signedResponse } from "@/tests/support/saml-identity-provider";
import { expectSignInError } from "@/tests/support/sign-in";
import { APP, connect, makeSsoContext, operatorOf, post } from "@/tests/support/sso";
import { nextRequest, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const REDIRECT = 'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"';

/** A connection to an identity provider that takes every message by HTTP-POST alone. */
async function setUp(signsRequests: boolean) {
  const ctx = await makeSsoContext();
  const { idp, connection } = await connect(ctx);
  const slo = `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${idp.signInUrl}/slo"/>`;
  const metadata = metadataOf(idp)
    .replace(new RegExp(`<md:SingleSignOnService ${REDIRECT}[^>]*>`), "")
    .replace("<md:SingleSignOnService", `${slo}<md:SingleSignOnService`);
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const set = await updateSsoConnection(operatorOf(ctx), { ...address, saml: { metadata }, signsRequests });
  return { ctx, idp, connection: set };
}

/** Opens the page that posts a message. Returns the message and its address. */
async function posted(ctx: TestRequest, address: string) {
  const message = new URL(address).searchParams.get("message") ?? "";
  const { postTo } = await postSamlMessage(ctx, { message });
  if (!postTo) throw new Error("nothing is posted");
  const { SAMLRequest = "" } = postTo.fields;
  return { url: postTo.url, xml: Buffer.from(SAMLRequest, "base64").toString(), fields: postTo.fields };
}

describe("an identity provider that takes HTTP-POST alone", () => {
  it.each([false, true])("SI-M4: is sent to by a form, signed: %s, signs in, and signs out", async (isSigned) => {
    const { ctx, idp, connection } = await setUp(isSigned);
    expect(connection.saml).toMatchObject({ signInUrl: `${idp.signInUrl}/post`, signInBinding: "post" });
    const { url } = await send(ctx, startSsoSignIn, { providerId: connection.id, callbackURL: `${APP}/in` });
    expect(url).toMatch(`${connection.serviceProvider.startUrl}/send?message=`);
    expect(url?.length).toBeLessThan(6_000);
    const browser = await nextRequest(ctx);
    const asked = await posted(browser, url ?? "");
    expect(asked.url).toBe(`${idp.signInUrl}/post`);
    expect(asked.xml.includes("SignatureValue")).toBe(isSigned);
    const request = readRequestXml(asked.xml);
    const next = await post(ctx, connection.id, signedResponse(idp, saidTo(idp, request, ctx.clock.now())));
    const flow = new URL(next).searchParams.get("flow") ?? "";
    await send(browser, finishSso, { connectionId: connection.id, flow });
    const signedIn = await signedInRequest(browser);
    const session = await ctx.db.session.findUniqueOrThrow({ where: { id: signedIn.session.id } });
    const out = await providerSignOutUrl(ctx, { ...session, user: signedIn.session.user }, `${APP}/bye`);
    const logout = await posted(browser, out ?? "");
    expect(logout).toMatchObject({ url: `${idp.signInUrl}/slo`, fields: { RelayState: `${APP}/bye` } });
    expect(logout.xml).toContain("LogoutRequest");
    expect(logout.xml.includes("SignatureValue")).toBe(isSigned);
  });

  it("SI-M4: is sent nothing that the service has not sealed, or sealed too long ago", async () => {
    const { ctx, connection } = await setUp(false);
    await expectSignInError(postSamlMessage(ctx, { message: "Fe26.2*1*x" }), "INVALID_TOKEN");
    expect(connection.saml?.signOutBinding).toBe("post");
  });
});
