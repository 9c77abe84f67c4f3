import { createVerify, X509Certificate } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { guidesFor } from "@/lib/hosted-pages/set-up/guides";
import { toPem } from "@/lib/infra/saml/pem";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { privateKeyPlace } from "@/lib/sign-in/sso/saml/service-provider";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { CBC, encryptAssertion, PKCS } from "@/tests/support/encrypt-assertion";
import {
  assertionOf,
  makeIdentityProvider,
  responseAround,
  type Said,
  saidTo,
  signedResponse,
  signXml,
  type TestIdentityProvider,
} from "@/tests/support/saml-identity-provider";
import { eventsOf } from "@/tests/support/sign-in";
import { APP, connect, errorIn, follow, makeSsoContext, operatorOf, post, startAt } from "@/tests/support/sso";
import { otherBrowser, send } from "@/tests/support/test-browser";

type At = Awaited<ReturnType<typeof setUp>>;
type Make = (at: At, said: Said) => Promise<string>;

let stranger: TestIdentityProvider;
beforeAll(async () => {
  stranger = await makeIdentityProvider();
});

async function setUp(given: Parameters<typeof connect>[1] = { requiresEncryption: true }) {
  const ctx = await makeSsoContext();
  const { idp, connection } = await connect(ctx, given);
  const der = /<ds:X509Certificate>([^<]+)</.exec(
    (await showSamlMetadata(ctx, { connectionId: connection.id })).text ?? "",
  );
  return { ctx, idp, connection, certificate: der?.[1]?.replace(/\s/g, "") ?? "" };
}

/** A sign-in whose response is changed by the test. Returns the error that it ends in, if any. */
async function signInWith(at: At, make: Make): Promise<{ error: string | null; reason: string | undefined }> {
  const { ctx, idp, connection } = at;
  const { browser, request } = await startAt({ ...otherBrowser(ctx), clock: ctx.clock }, connection);
  const xml = await make(at, saidTo(idp, request, ctx.clock.now(), { nameId: "ada" }));
  const posted = errorIn(await post(ctx, connection.id, xml));
  const error = posted ?? errorIn((await follow(browser, connection.id)).received.redirect ?? null);
  const reason = (await eventsOf(ctx))
    .find((event) => event.includes("refused"))
    ?.split(" ")
    .at(-1);
  return { error, reason };
}

const signed: Make = async ({ idp }, said) => signXml(assertionOf(said), idp);
const encrypted =
  (change: Parameters<typeof encryptAssertion>[2] = {}, inner: Make = signed): Make =>
  async (at, said) =>
    responseAround(said, await encryptAssertion(await inner(at, said), at.certificate, change));
const signedAround =
  (make: Make, by?: TestIdentityProvider): Make =>
  async (at, said) =>
    signXml(await make(at, said), { ...(by ?? at.idp), element: "Response" });

describe("an encrypted assertion", () => {
  it.each([
    ["by AES-GCM", encrypted()],
    ["by AES-GCM in a signed response", signedAround(encrypted())],
    ["by AES-CBC in a signed response", signedAround(encrypted({ content: CBC }))],
  ])("signs in %s", async (_, make) => {
    expect(await signInWith(await setUp(), make)).toEqual({ error: null, reason: undefined });
  });

  it.each([
    ["that isn't encrypted", async ({ idp }: At, said: Said) => signedResponse(idp, said), "saml_not_encrypted"],
    ["by AES-CBC in an unsigned response", encrypted({ content: CBC }), "saml_algorithm"],
    [
      "by AES-CBC in a response that a stranger signed",
      async (at: At, said: Said) => signedAround(encrypted({ content: CBC }), stranger)(at, said),
      "saml_signature",
    ],
    ["whose key is encrypted by PKCS #1 v1.5", encrypted({ key: PKCS }), "saml_algorithm"],
    ["by triple DES", encrypted({ content: "http://www.w3.org/2001/04/xmlenc#tripledes-cbc" }), "saml_algorithm"],
    ["that nobody signed", encrypted({}, async (_, said) => assertionOf(said)), "saml_signature"],
    [
      "that a stranger signed",
      encrypted({}, async (_, said) => signXml(assertionOf(said), stranger)),
      "saml_signature",
    ],
    [
      "in a signed response, that nobody signed itself",
      signedAround(encrypted({}, async (_, said) => assertionOf(said))),
      "saml_signature",
    ],
    [
      "for another certificate",
      async (at: At, said: Said) => encrypted()({ ...at, certificate: stranger.certificate }, said),
      "saml_decryption",
    ],
    [
      "that was changed",
      async (at: At, said: Said) =>
        (await encrypted()(at, said)).replace(
          /(<xenc:CipherData>\s*<xenc:CipherValue>.{40})(.)/,
          (_, before: string, digit: string) => before + (digit === "/" ? "+" : "/"),
        ),
      "saml_decryption",
    ],
    ["that is something else", encrypted({}, async () => "<a/>"), "saml_structure"],
    ["that is no XML", encrypted({}, async () => "<a"), "saml_not_plain_xml"],
    [
      "with a second one beside it",
      async (at: At, said: Said) => {
        const one = await encryptAssertion(await signed(at, said), at.certificate);
        return responseAround(said, one + one);
      },
      "saml_structure",
    ],
    [
      "with a plain one inside it",
      encrypted({}, async (at, said) => {
        const inner = assertionOf(said, "_inner");
        const outer = assertionOf(said).replace("</saml:Assertion>", `<x>${inner}</x></saml:Assertion>`);
        return signXml(outer, { ...at.idp, element: "Assertion" });
      }),
      "saml_structure",
    ],
    [
      "with a second key",
      async (at: At, said: Said) =>
        (await encrypted()(at, said)).replace(/<e:EncryptedKey[\s\S]*<\/e:EncryptedKey>/, "$&$&"),
      "saml_structure",
    ],
  ] as [string, Make, string][])("is refused %s, with one answer", async (_, make, reason) => {
    expect(await signInWith(await setUp(), make)).toEqual({ error: "invalid_saml_response", reason });
  });

  it("4.6: by AES-CBC in an unsigned response, as by Entra ID's default, names the switch to set there", async () => {
    const at = await setUp();
    await signInWith(at, encrypted({ content: CBC }));
    const { data } = await at.ctx.db.securityEvent.findFirstOrThrow({
      where: { projectId: at.ctx.project.id, reason: "saml_algorithm" },
    });
    const guides = guidesFor("saml", at.connection.serviceProvider);
    const steps = guides.find(({ id }) => id === "entra")?.steps.join(" ");
    for (const words of [JSON.stringify(data), steps]) {
      expect(words).toMatch(/Signing Option.* Sign SAML response and assertion/);
    }
  });

  it("is taken beside plain ones where the connection has a key and doesn't require it", async () => {
    const at = await setUp();
    const address = { projectId: at.ctx.project.id, connectionId: at.connection.id };
    await updateSsoConnection(operatorOf(at.ctx), { ...address, requiresEncryption: false });
    expect(await signInWith(at, encrypted())).toMatchObject({ error: null });
    expect(await signInWith(at, async ({ idp }, said) => signedResponse(idp, said))).toMatchObject({ error: null });
  });

  it("needs the connection's key", async () => {
    const at = await setUp({});
    const refused = await signInWith({ ...at, certificate: stranger.certificate }, encrypted());
    expect(refused).toEqual({ error: "invalid_saml_response", reason: "saml_encrypted" });
  });
});

describe("the key of a connection", () => {
  it("is its own, sealed, made once and shown by its certificate", async () => {
    const { ctx, connection, certificate } = await setUp();
    const other = await setUp();
    expect(certificate).not.toBe(other.certificate);
    const address = { projectId: ctx.project.id, connectionId: connection.id };
    const again = await updateSsoConnection(operatorOf(ctx), { ...address, signsRequests: true });
    expect(again.serviceProvider.certificate).toEqual(connection.serviceProvider.certificate);
    const { fingerprint256, validToDate } = new X509Certificate(Buffer.from(certificate, "base64"));
    expect(again.serviceProvider.certificate?.fingerprint).toBe(fingerprint256.toLowerCase());
    expect(validToDate.getTime() - ctx.clock.now().getTime()).toBeGreaterThan(9 * 365 * 86_400_000);
    const where = { id: connection.id };
    const row = await ctx.db.ssoConnection.findUniqueOrThrow({ where, select: { privateKey: true } });
    expect(row.privateKey).not.toContain("PRIVATE KEY");
    expect(ctx.sealer.open(row.privateKey ?? "", privateKeyPlace(connection.id))).toContain("PRIVATE KEY");
    expect(JSON.stringify(again)).not.toContain("PRIVATE");
  });

  it("signs requests where the connection wants it, which its metadata says", async () => {
    const { ctx, connection, certificate } = await setUp({ signsRequests: true });
    const { text } = await showSamlMetadata(ctx, { connectionId: connection.id });
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text?.match(/use="(signing|encryption)"/g)).toEqual(['use="signing"', 'use="encryption"']);
    const { url } = await send(ctx, startSsoSignIn, { providerId: connection.id, callbackURL: `${APP}/in` });
    const [query = "", signature = ""] = new URL(url).search.slice(1).split("&Signature=");
    expect(new URLSearchParams(query).get("SigAlg")).toBe("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256");
    const verify = createVerify("RSA-SHA256").update(query);
    expect(verify.verify(toPem(certificate), decodeURIComponent(signature), "base64")).toBe(true);
  });

  it("isn't there where nothing needs it", async () => {
    const { ctx, connection, certificate } = await setUp({});
    expect([connection.serviceProvider.certificate, certificate]).toEqual([null, ""]);
    const { url } = await send(ctx, startSsoSignIn, { providerId: connection.id, callbackURL: `${APP}/in` });
    expect(new URL(url).searchParams.has("Signature")).toBe(false);
  });
});
