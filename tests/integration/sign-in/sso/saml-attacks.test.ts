import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { acceptSamlResponse } from "@/lib/sign-in/sso/accept-saml-response";
import { finishSso } from "@/lib/sign-in/sso/finish-saml";
import {
  assertionOf,
  encode,
  makeIdentityProvider,
  responseAround,
  type Said,
  saidTo,
  signedResponse,
  signXml,
  type TestIdentityProvider,
} from "@/tests/support/saml-identity-provider";
import { eventsOf } from "@/tests/support/sign-in";
import { APP, connect, errorIn, follow, makeSsoContext, post, startAt } from "@/tests/support/sso";
import { nextRequest, otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";

/** A sign-in under way, at whose identity provider the attacker has an honest account. */
async function begin() {
  const ctx = await makeSsoContext();
  const at = await connect(ctx);
  const { browser, request } = await startAt(ctx, at.connection);
  const said = (changes: Partial<Said> = {}) =>
    saidTo(at.idp, request, ctx.clock.now(), { nameId: "mallory", ...changes });
  return { ctx, ...at, browser, request, said };
}
type Begun = Awaited<ReturnType<typeof begin>>;

/** Posts a document, tries to end the sign-in with it, and expects that nobody is signed in. Returns the true reason. */
async function refused({ ctx, browser, connection }: Begun, xml: string, relayState?: string): Promise<string | null> {
  const led = await post(ctx, connection.id, xml, relayState);
  expect(errorIn(led), led).not.toBeNull();
  const where = { projectId: ctx.project.id, outcome: "refused" };
  const [event] = await ctx.db.securityEvent.findMany({ where });
  const ended = await follow(browser, connection.id);
  expect(ended.received.session).toBeUndefined();
  expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
  return event?.reason ?? null;
}

const VICTIM = "victim@acme.example";
const plain = (xml: string) => xml.replace(/<ds:Signature.*?<\/ds:Signature>/s, "");
const signatureOf = (xml: string) => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? "";
/** An assertion about the victim with another ID, which nobody signed. */
const forged = ({ said }: Begun) => assertionOf(said({ email: VICTIM, nameId: "victim" }), "_forged");
/** Returns the document that the identity provider signed, which is one for a sign-in. */
const honest = (begun: Begun) => {
  const known = signed.get(begun) ?? signXml(assertionOf(begun.said()), begun.idp);
  signed.set(begun, known);
  return known;
};
const signed = new WeakMap<Begun, string>();

describe("SAML", () => {
  it("SA-01: an assertion that nobody signed signs nobody in, beside any other signature", async () => {
    const one = await begin();
    expect(await refused(one, responseAround(one.said(), assertionOf(one.said())))).toBe("saml_signature");
    const two = await begin();
    const around = responseAround(two.said(), assertionOf(two.said()));
    expect(await refused(two, signXml(around, { ...two.idp, element: "Response" }))).toBe("saml_signature");
    const three = await begin();
    expect(await refused(three, signedResponse(three.idp, three.said()).replaceAll("mallory", "victim"))).toBe(
      "saml_signature",
    );
  });

  it("takes one whose response is signed as well", async () => {
    const begun = await begin();
    const inner = signXml(assertionOf(begun.said()), begun.idp);
    const xml = signXml(responseAround(begun.said(), inner), { ...begun.idp, element: "Response" });
    expect(errorIn(`${await post(begun.ctx, begun.connection.id, xml)}?`)).toBeNull();
    const ended = await follow(begun.browser, begun.connection.id);
    expect(ended.received.redirect).toBe(`${APP}/new`);
  });

  /** The eight wrappings of Somorovsky et al., "On Breaking SAML" (2012), and some since. */
  const WRAPPINGS: [string, (begun: Begun) => string][] = [
    ["XSW1: the signed response inside the signature of a forged one", (b) => wrapResponse(b, "signature")],
    ["XSW2: the signed response before the signature of a forged one", (b) => wrapResponse(b, "before")],
    ["XSW3: the forged assertion before the signed one", (b) => responseAround(b.said(), forged(b) + honest(b))],
    [
      "XSW4: the signed assertion inside the forged one",
      (b) => responseAround(b.said(), forged(b).replace("</saml:Assertion>", `${honest(b)}</saml:Assertion>`)),
    ],
    [
      "XSW5: the forged assertion with the signature, the signed one at the end",
      (b) => responseAround(b.said(), withSignature(forged(b), signatureOf(honest(b))) + plain(honest(b))),
    ],
    [
      "XSW6: the signed assertion inside the signature of the forged one",
      (b) => {
        const signature = signatureOf(honest(b)).replace("</ds:Signature>", `${plain(honest(b))}</ds:Signature>`);
        return responseAround(b.said(), withSignature(forged(b), signature));
      },
    ],
    [
      "XSW7: the forged assertion in Extensions",
      (b) => responseAround(b.said(), `<samlp:Extensions>${forged(b)}</samlp:Extensions>${honest(b)}`),
    ],
    [
      "XSW8: the signed assertion in an Object of the signature of the forged one",
      (b) => {
        const object = `<ds:Object>${plain(honest(b))}</ds:Object></ds:Signature>`;
        return responseAround(
          b.said(),
          withSignature(forged(b), signatureOf(honest(b)).replace("</ds:Signature>", object)),
        );
      },
    ],
    ["two elements with one ID", (b) => responseAround(b.said(), honest(b), /ID="([^"]+)"/.exec(honest(b))?.[1] ?? "")],
    [
      "an ID in another spelling",
      (b) => {
        const id = /ID="([^"]+)"/.exec(honest(b))?.[1] ?? "";
        return responseAround(b.said(), `<samlp:Extensions><x Id="${id}"/></samlp:Extensions>${honest(b)}`);
      },
    ],
    [
      "the forged assertion in another namespace",
      (b) => responseAround(b.said(), forged(b).replaceAll("SAML:2.0:assertion", "SAML:1.0:assertion") + honest(b)),
    ],
    [
      "a second SignedInfo in the signature",
      (b) => {
        const info = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(honest(b))?.[0] ?? "";
        const tampered = info.replace(/<ds:DigestValue>[^<]*/, "<ds:DigestValue>AAAA");
        return responseAround(b.said(), honest(b).replace(info, tampered + info));
      },
    ],
    [
      "a second DigestValue in the reference",
      (b) => {
        const digest = /<ds:DigestValue>[^<]*<\/ds:DigestValue>/.exec(honest(b))?.[0] ?? "";
        return responseAround(b.said(), honest(b).replace(digest, digest + digest));
      },
    ],
    [
      "a signature over nothing in particular",
      (b) => responseAround(b.said(), honest(b).replace(/URI="#[^"]+"/, 'URI=""')),
    ],
  ];

  it.each(WRAPPINGS)("SA-02: is not wrapped by %s", async (_, wrap) => {
    const begun = await begin();
    expect(await refused(begun, wrap(begun))).toMatch(/^saml_(structure|signature|algorithm|request)$/);
  });

  it("SA-03: a comment does not cut a NameID or an address in two", async () => {
    const cut = [
      { nameIdXml: "victim<!-- -->.evil" },
      { email: `${VICTIM}<!-- -->.evil.example` },
      { nameIdXml: "victim<![CDATA[.evil]]>" },
      { nameIdXml: "<x>victim</x>.evil" },
    ];
    for (const changes of cut) {
      const begun = await begin();
      // The signature is right, since a canonical form has no comments: a comment is added to the signed text.
      const xml = signedResponse(begun.idp, begun.said(changes));
      expect(await refused(begun, xml)).toMatch(/^saml_(not_plain_xml|structure)$/);
    }
    const begun = await begin();
    const xml = signedResponse(begun.idp, begun.said({ email: `${VICTIM}.evil.example` }));
    for (const cutter of ["<!---->", "<?x?>", "<![CDATA[]]>"]) {
      const at = errorIn(
        await post(begun.ctx, begun.connection.id, xml.replace(`${VICTIM}.evil`, `${VICTIM}${cutter}.evil`)),
      );
      expect(at, cutter).toBe("invalid_saml_response");
    }
  });

  it("SA-03: a comment in a digest or a signature does not hide another", async () => {
    for (const name of ["DigestValue", "SignatureValue"]) {
      const begun = await begin();
      const xml = signedResponse(begun.idp, begun.said()).replace(`<ds:${name}>`, `<ds:${name}><!--forged-->`);
      expect(await refused(begun, xml)).toBe("saml_not_plain_xml");
    }
  });

  it("SA-04: document types and entities are refused before anything is parsed", async () => {
    const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "&l${i};&l${i};&l${i};&l${i};">`).join("");
    const heads = [
      "<!DOCTYPE r>",
      `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]>`,
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/evil.dtd">',
      '<?xml version="1.0"?><!DOCTYPE r [<!ATTLIST r ID CDATA "_forged">]>',
      '<?xml-stylesheet href="http://127.0.0.1:1/"?>',
    ];
    for (const head of heads) {
      const begun = await begin();
      expect(await refused(begun, head + signedResponse(begun.idp, begun.said()))).toBe("saml_not_plain_xml");
    }
    const begun = await begin();
    const xml = signedResponse(begun.idp, begun.said()).replace("mallory", "&l10;");
    expect(await refused(begun, xml)).toBe("saml_not_plain_xml");
  });

  it.each<[string, string, (begun: Begun) => Partial<Said>]>([
    ["saml_audience", "another service", () => ({ audience: "https://other.example/metadata" })],
    ["saml_audience", "the service as a whole", ({ ctx }) => ({ audience: ctx.baseUrl })],
    ["saml_recipient", "another recipient", () => ({ recipient: "https://other.example/acs" })],
    ["saml_recipient", "another destination", () => ({ destination: "https://other.example/acs" })],
    ["saml_issuer", "another issuer", () => ({ issuer: "https://idp.other.example/metadata" })],
    [
      "saml_subject",
      "a NameID that does not last",
      () => ({ nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
    ],
    ["saml_status", "a failure", () => ({ status: "urn:oasis:names:tc:SAML:2.0:status:Responder" })],
    ["saml_unsolicited", "no request", () => ({ inResponseTo: null })],
    ["flow_used_or_expired", "a request that never was", () => ({ inResponseTo: `_flw_${"0".repeat(20)}` })],
    ["flow_used_or_expired", "a request of another form", () => ({ inResponseTo: "x' or '1'='1" })],
  ])("SA-05: %s: an assertion for %s is refused", async (reason, _, changes) => {
    const begun = await begin();
    expect(await refused(begun, signedResponse(begun.idp, begun.said(changes(begun))))).toBe(reason);
  });

  it("SA-05: an assertion for another connection of the same identity provider is refused", async () => {
    const begun = await begin();
    const other = await connect(begun.ctx, { domain: "other.example" });
    const theirs = await startAt(otherBrowser(begun.ctx), other.connection);
    const said = saidTo(begun.idp, theirs.request, begun.ctx.clock.now());
    expect(await refused(begun, signedResponse(begun.idp, said))).toBe("flow_used_or_expired");
    const mixed = { ...said, inResponseTo: begun.request.id };
    expect(errorIn(await post(begun.ctx, begun.connection.id, signedResponse(begun.idp, mixed)))).toBe(
      "invalid_saml_response",
    );
  });

  it("SA-05: the response and the assertion name the same request", async () => {
    const begun = await begin();
    const other = await startAt(otherBrowser(begun.ctx), begun.connection);
    const inner = signXml(assertionOf({ ...begun.said(), inResponseTo: other.request.id }), begun.idp);
    expect(await refused(begun, responseAround(begun.said(), inner))).toBe("saml_request");
  });

  it("SA-06: a response works once, in any browser and of any number at a time", async () => {
    const begun = await begin();
    const { ctx, connection, browser } = begun;
    const xml = signedResponse(begun.idp, begun.said());
    const led = await Promise.all(Array.from({ length: 10 }, () => post(ctx, connection.id, xml)));
    expect(led.filter((address) => address.includes("/continue?"))).toHaveLength(1);
    const ends = await Promise.all(Array.from({ length: 10 }, () => nextRequest(browser)));
    await Promise.all(ends.map((end) => send(end, finishSso, { connectionId: connection.id })));
    expect(ends.filter(({ received }) => received.session)).toHaveLength(1);
    expect(errorIn(await post(ctx, connection.id, xml))).toBe("state_invalid");
    expect((await follow(browser, connection.id)).received.session).toBeUndefined();
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("SA-07: clocks may differ by a minute, and no more", async () => {
    const times =
      (from: number, until: number) =>
      ({ ctx }: Begun) => {
        const now = ctx.clock.now().getTime();
        return { notBefore: new Date(now + from * 1_000), notOnOrAfter: new Date(now + until * 1_000) };
      };
    for (const wrong of [times(-600, -61), times(62, 600)]) {
      const begun = await begin();
      expect(await refused(begun, signedResponse(begun.idp, begun.said(wrong(begun))))).toBe("saml_clock");
    }
    for (const right of [times(-600, -30), times(30, 600)]) {
      const begun = await begin();
      const led = await post(begun.ctx, begun.connection.id, signedResponse(begun.idp, begun.said(right(begun))));
      expect(led).toContain("/continue?flow=");
    }
    const local = await begin();
    const xml = assertionOf(local.said()).replaceAll(/NotOnOrAfter="([^"]+)Z"/g, 'NotOnOrAfter="$1+14:00"');
    expect(await refused(local, responseAround(local.said(), signXml(xml, local.idp)))).toBe("saml_clock");
    const endless = await begin();
    const open = assertionOf(endless.said()).replaceAll(/ NotOnOrAfter="[^"]+"/g, "");
    expect(await refused(endless, responseAround(endless.said(), signXml(open, endless.idp)))).toMatch(
      /^saml_(clock|signature)$/,
    );
  });

  it("SA-07: a sign-in that took longer than ten minutes begins again", async () => {
    const begun = await begin();
    begun.ctx.clock.advance(601_000);
    const said = saidTo(begun.idp, begun.request, begun.ctx.clock.now());
    expect(await refused(begun, signedResponse(begun.idp, said))).toBe("flow_used_or_expired");
  });

  it("SA-08: another tenant's certificate, or one in the document, verifies nothing", async () => {
    const attacker = await makeIdentityProvider("idp.evil.example");
    const keys: Partial<TestIdentityProvider>[] = [
      { privateKey: attacker.privateKey },
      { privateKey: attacker.privateKey, certificate: pemOf(attacker.certificate) },
    ];
    for (const key of keys) {
      const begun = await begin();
      const inner = signXml(assertionOf(begun.said()), { ...begun.idp, certificate: undefined, ...key } as never);
      expect(inner.includes("X509Certificate")).toBe(key.certificate !== undefined);
      expect(await refused(begun, responseAround(begun.said(), inner))).toBe("saml_signature");
    }
    const begun = await begin();
    const { ctx } = begun;
    const tenant = await connect(ctx, { domain: "evil.example" });
    expect(
      await refused(begun, signedResponse({ ...begun.idp, privateKey: tenant.idp.privateKey }, begun.said())),
    ).toBe("saml_signature");
  });

  it.each([
    ["SHA-1", { signatureAlgorithm: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }],
    ["a SHA-1 digest", { digestAlgorithm: "http://www.w3.org/2000/09/xmldsig#sha1" }],
    ["inclusive canonicalisation", { canonicalizationAlgorithm: "http://www.w3.org/TR/2001/REC-xml-c14n-20010315" }],
    [
      "canonicalisation with comments",
      { canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#WithComments" },
    ],
  ])("SA-09: %s is not accepted, though the signature is right", async (_, algorithm) => {
    const begun = await begin();
    const inner = signXml(assertionOf(begun.said()), { ...begun.idp, ...algorithm });
    expect(await refused(begun, responseAround(begun.said(), inner))).toBe("saml_algorithm");
  });

  it.each([
    ["HMAC with the certificate as the key", "SignatureMethod", "http://www.w3.org/2000/09/xmldsig#hmac-sha1"],
    ["no algorithm", "SignatureMethod", ""],
    ["a transform that filters", "Transform", "http://www.w3.org/TR/1999/REC-xpath-19991116"],
    ["a transform that runs", "Transform", "http://www.w3.org/TR/1999/REC-xslt-19991116"],
  ])("SA-09: %s is not accepted", async (_, name, algorithm) => {
    const begun = await begin();
    const wrong = honest(begun).replace(
      new RegExp(`<ds:${name} Algorithm="[^"]+"`),
      `<ds:${name} Algorithm="${algorithm}"`,
    );
    expect(await refused(begun, responseAround(begun.said(), wrong))).toBe("saml_algorithm");
  });

  it("SA-10: OR-01: RelayState leads to no other origin, also where a sign-in may start at the provider", async () => {
    const foreign = [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "https://app.example.com@evil.example/",
      "javascript:alert(1)",
      "https://app.example.com.evil.example",
      "data:text/html,x",
    ];
    const ctx = await makeSsoContext();
    const { idp, connection } = await connect(ctx, { startsAtProvider: true });
    for (const relayState of foreign) {
      const { browser, request } = await startAt(otherBrowser(ctx), connection);
      const said = saidTo(idp, request, ctx.clock.now(), { nameId: "ada" });
      await post(ctx, connection.id, signedResponse(idp, said), relayState);
      expect((await follow(browser, connection.id)).received.redirect).toMatch(
        /^https:\/\/app\.example\.com\/(in|new)$/,
      );
      const unasked = signedResponse(idp, { ...said, inResponseTo: null });
      expect(await post(ctx, connection.id, unasked, relayState)).toBe(connection.serviceProvider.startUrl);
    }
  });

  it("SA-11: another person's response signs nobody in to a browser that did not ask for it", async () => {
    const attacker = await begin();
    const { ctx, connection } = attacker;
    const xml = signedResponse(attacker.idp, attacker.said());
    const end = async (browser: TestRequest) => (await follow(browser, connection.id)).received;
    // A browser that began nothing, and one that waits for its own response.
    const idle = otherBrowser(ctx);
    const { browser: waiting, request } = await startAt(otherBrowser(ctx), connection);
    expect(await post(idle, connection.id, xml)).toContain("/continue?flow=");
    for (const victim of [idle, waiting]) {
      const received = await end(victim);
      expect(received.session).toBeUndefined();
      expect(errorIn(received.redirect)).toMatch(/^state_/);
    }
    const own = signedResponse(
      attacker.idp,
      saidTo(attacker.idp, request, ctx.clock.now(), { nameId: "bob", email: "bob@acme.example" }),
    );
    await post(waiting, connection.id, own);
    expect((await end(waiting)).session).toBeTruthy();
    expect(await eventsOf(ctx)).toContain("session.sign_in refused no_flow_in_this_browser");
  });

  it("SA-13: giant and deep documents are refused before they are parsed", async () => {
    const parts = [
      "x".repeat(262_144),
      "<a>".repeat(100) + "</a>".repeat(100),
      '<a b="/>">'.repeat(100) + "</a>".repeat(100),
      "<a/>".repeat(5_001),
      `<a ${Array.from({ length: 20_000 }, (_, i) => `a${i}=""`).join(" ")}`,
    ];
    for (const part of parts) {
      const begun = await begin();
      const xml = responseAround(begun.said(), part + honest(begun));
      expect(await refused(begun, xml)).toMatch(/^saml_(too_large|not_plain_xml)$/);
    }
    const begun = await begin();
    const bomb = gzipSync(Buffer.alloc(10_000_000)).toString("base64");
    for (const SAMLResponse of [bomb, "%%%", "PA==", "", encode("x"), encode("<a>"), encode("\u0000")]) {
      const { redirect } = await acceptSamlResponse(begun.ctx, { connectionId: begun.connection.id, SAMLResponse });
      expect(errorIn(redirect ?? null)).toBe("invalid_saml_response");
    }
  });

  it("ends a sign-in after five responses that are wrong", async () => {
    const begun = await begin();
    const { ctx, connection, idp } = begun;
    const wrong = signedResponse(idp, begun.said()).replace("mallory", "victim");
    for (let i = 0; i < 5; i += 1) expect(errorIn(await post(ctx, connection.id, wrong))).toBe("invalid_saml_response");
    expect(errorIn(await post(ctx, connection.id, signedResponse(idp, begun.said())))).toBe("state_invalid");
  });
});

function wrapResponse(begun: Begun, place: "signature" | "before"): string {
  const { idp, said } = begun;
  const signed = signXml(responseAround(said(), assertionOf(said()), "_signed"), { ...idp, element: "Response" });
  const signature = signatureOf(signed);
  const original = plain(signed);
  const inner =
    place === "signature"
      ? signature.replace("</ds:Signature>", `<ds:Object>${original}</ds:Object></ds:Signature>`)
      : original + signature;
  return responseAround(said({ email: VICTIM }), inner + forged(begun), "_outer");
}

function withSignature(assertion: string, signature: string): string {
  return assertion.replace("</saml:Issuer>", `</saml:Issuer>${signature}`);
}

function pemOf(der: string): string {
  return `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}
