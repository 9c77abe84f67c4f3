import { describe, expect, it } from "vitest";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { problemsOf } from "@/lib/sign-in/sso/connections/problems";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { makeIdentityProvider, metadataOf, type TestIdentityProvider } from "@/tests/support/saml-identity-provider";
import { makeSsoContext, operatorOf } from "@/tests/support/sso";

const GIVEN = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false } as const;
const ACME = await makeIdentityProvider();

/** Sets this metadata, as an administrator does. */
async function take(change: (metadata: string) => string) {
  const ctx = await makeSsoContext();
  const metadata = change(metadataOf(ACME));
  return createSsoConnection(operatorOf(ctx), { ...GIVEN, projectId: ctx.project.id, saml: { metadata } });
}

const adding = (start: string, added: string) => (metadata: string) => metadata.replace(start, `${start}${added}`);

describe("metadata of an identity provider", () => {
  it.each([
    ["a comment before it", (metadata: string) => `<!-- exported by <b> & co -->\n${metadata}`],
    ["a comment in it", adding("</ds:X509Certificate>", "<!-- valid & <fine> -->")],
    ["a comment in a certificate", (metadata: string) => metadata.replace("MII", "MI<!-- x -->I")],
    ["a processing instruction", adding('encoding="UTF-8"?>', '<?xml-stylesheet href="idp.xsl"?>')],
    ["a CDATA section", adding("</md:IDPSSODescriptor>", "<x:a xmlns:x='urn:x'><![CDATA[A & <!-- B -->]]></x:a>")],
  ])("SI-M3: is taken with %s", async (_name, change) => {
    const { saml } = await take(change);
    expect(saml).toMatchObject({ entityId: ACME.entityId, signInUrl: ACME.signInUrl });
    expect(saml?.certificates).toHaveLength(1);
  });

  it.each([
    ["with a document type", (metadata: string) => metadata.replace("?>", "?><!DOCTYPE x>"), /document type/],
    [
      "that a comment hides a document type in",
      (metadata: string) => metadata.replace("?>", "?><!DOC<!-- -->TYPE x>"),
      /document type/,
    ],
    ["that is a web page", () => "<!doctype html><html><body>Sign in</body></html>", /web page/],
    ["that is a page without a document type", () => "<!-- nginx -->\n<HTML><body>Sign in</body></HTML>", /web page/],
  ])("SI-M3: is refused %s, and told so", async (_name, change, message) => {
    await expect(take(change)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(message),
    });
  });

  it("SI-L5: that has ended is taken, and told of with its date", async () => {
    const connection = await take((metadata) =>
      metadata.replace("entityID", 'validUntil="2020-05-01T00:00:00Z" entityID'),
    );
    const at = "2020-05-01T00:00:00.000Z";
    expect(connection.saml?.validUntil).toBe(at);
    expect(problemsOf(connection, new Date())).toContainEqual({ kind: "metadata_expired", at });
    expect(problemsOf(connection, new Date("2020-01-01"))).toEqual([]);
  });
});

describe("keys of an identity provider's metadata", () => {
  const key = ({ certificate }: TestIdentityProvider, use: string) =>
    `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;

  it("4.1: without a use sign, all of them, and one for encryption doesn't", async () => {
    const [first, second, third] = await Promise.all(["a", "b", "c"].map((host) => makeIdentityProvider(host)));
    if (!first || !second || !third) throw new Error("no keys");
    const { saml } = await take((metadata) =>
      metadata.replace(
        /<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/,
        key(first, "") + key(second, "") + key(third, ' use="encryption"'),
      ),
    );
    expect(saml?.certificates).toHaveLength(2);
  });
});

describe("the connection's own metadata", () => {
  it("SI-L1: names its logout by both bindings, and the formats of names", async () => {
    const ctx = await makeSsoContext();
    const made = await createSsoConnection(operatorOf(ctx), { ...GIVEN, projectId: ctx.project.id });
    const address = { projectId: ctx.project.id, connectionId: made.id };
    await updateSsoConnection(operatorOf(ctx), { ...address, saml: { metadata: metadataOf(ACME) } });
    const { text } = await showSamlMetadata(ctx, { connectionId: made.id });
    const bindings = [...(text ?? "").matchAll(/<SingleLogoutService Binding="[^"]*:([^":]+)" Location="([^"]*)"/g)];
    expect(bindings.map(([, binding, location]) => [binding, location])).toEqual([
      ["HTTP-Redirect", made.serviceProvider.logoutUrl],
      ["HTTP-POST", made.serviceProvider.logoutUrl],
    ]);
    const order = [...(text ?? "").matchAll(/<(SingleLogoutService|NameIDFormat|AssertionConsumerService)\b/g)];
    expect(order.map(([, name]) => name)).toEqual([
      ...["SingleLogoutService", "SingleLogoutService", "NameIDFormat", "NameIDFormat", "AssertionConsumerService"],
    ]);
  });
});
