import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTokenVerifier } from "@coppice/auth/server";
import { base64url, type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

const PROJECT = "p_4k9x2m7q1w8e5r3t6y0u";
const OTHER_PROJECT = "p_0u6y3t5r8e1w7q2m9x4k";
const ISSUER = `https://id.example.com/v1/projects/${PROJECT}`;
const KID = "kid_4k9x2m7q1w8e5r3t6y0u";
const NOW = Math.floor(Date.UTC(2026, 0, 1) / 1_000);

interface Keys {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}
let [own, other, rsa]: Keys[] = [];

beforeAll(async () => {
  const make = (algorithm: string) => generateKeyPair(algorithm, { extractable: true });
  [own, other, rsa] = await Promise.all([make("EdDSA"), make("EdDSA"), make("RS256")]);
});
beforeEach(() => void vi.useFakeTimers({ now: NOW * 1_000, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** The service's key set at the network's edge; counts the requests to it. */
function keySet(options: { project?: string; keys?: () => Promise<unknown[]>; status?: () => number } = {}) {
  const { keys = async () => [await published(own, KID, "EdDSA")], status = () => 200 } = options;
  const seen: string[] = [];
  const send: typeof fetch = async (input) => {
    seen.push(String(input));
    return Response.json({ keys: await keys() }, { status: status() });
  };
  const projectId = options.project ?? PROJECT;
  const issuer = `https://id.example.com/v1/projects/${projectId}`;
  return { seen, verify: createTokenVerifier({ projectId, issuer, fetch: send }) };
}

async function published(keys: Keys | undefined, kid: string, alg: string) {
  if (!keys) throw new Error("no keys yet");
  return { ...(await exportJWK(keys.publicKey)), kid, alg, use: "sig" };
}

const claims = (changed: Record<string, unknown> = {}): JWTPayload => ({
  iss: ISSUER,
  aud: PROJECT,
  sub: "usr_1",
  sid: "ses_1",
  jti: "j1",
  email: "ada@example.com",
  email_verified: true,
  iat: NOW,
  exp: NOW + 300,
  ...changed,
});

async function sign(payload: JWTPayload, header: Record<string, unknown> = {}, keys = own): Promise<string> {
  if (!keys) throw new Error("no keys yet");
  const alg = keys === rsa ? "RS256" : "EdDSA";
  return new SignJWT(payload).setProtectedHeader({ alg, kid: KID, typ: "JWT", ...header }).sign(keys.privateKey);
}

/** Signs a text that jose would not write: any header and payload, as text. */
async function signText(header: string, payload: string): Promise<string> {
  if (!own) throw new Error("no keys yet");
  const input = `${base64url.encode(header)}.${base64url.encode(payload)}`;
  const signature = await crypto.subtle.sign("Ed25519", own.privateKey, new TextEncoder().encode(input));
  return `${input}.${base64url.encode(new Uint8Array(signature))}`;
}

const HEADER = JSON.stringify({ alg: "EdDSA", kid: KID, typ: "JWT" });
const INVALID = { ok: false, code: "invalid_token" };

describe("verifyToken", () => {
  it("returns the claims that the project adds, and none of the token's own among them", async () => {
    const { verify } = keySet();
    const verified = await verify<{ role: string }>(await sign(claims({ role: "editor", plan: { tier: 2 } })));
    if (!verified.ok) throw new Error(verified.code);
    const role: string | undefined = verified.claims.role;
    expect([role, verified.claims]).toEqual(["editor", { role: "editor", plan: { tier: 2 } }]);
  });

  it("names the user of a project's token, and asks for the keys once", async () => {
    const { verify, seen } = keySet();
    const token = await sign(claims());
    expect(await verify(token)).toEqual({
      ok: true,
      userId: "usr_1",
      sessionId: "ses_1",
      email: "ada@example.com",
      emailVerified: true,
      issuedAt: NOW,
      expiresAt: NOW + 300,
      tokenId: "j1",
      organization: null,
      claims: {},
    });
    for (let count = 0; count < 50; count += 1) expect(await verify(token)).toMatchObject({ ok: true });
    expect(await verify(await signText(HEADER, JSON.stringify(claims())))).toMatchObject({ ok: true });
    expect(seen).toEqual([`${ISSUER}/.well-known/jwks.json`]);
  });

  it("says in which organisation the user works, with their role there", async () => {
    const { verify } = keySet();
    const named = { org_id: "uorg_1", org_slug: "acme", org_role: "admin" };
    const organization = { id: "uorg_1", slug: "acme", role: "admin" };
    expect(await verify(await sign({ ...claims(), ...named }))).toMatchObject({ ok: true, organization });
    const half = await sign({ ...claims(), ...named, org_role: 1 });
    expect(await verify(half)).toMatchObject({ ok: true, organization: null });
  });

  it("JW-01: takes no algorithm but the key's own", async () => {
    const rsaKeys = {
      keys: async () => [await published(own, KID, "EdDSA"), await published(rsa, "kid_rsa", "RS256")],
    };
    const { verify } = keySet(rsaKeys);
    const payload = base64url.encode(JSON.stringify(claims()));
    for (const alg of ["none", "None", "nOnE", "NONE", ""]) {
      const header = base64url.encode(JSON.stringify({ alg, kid: KID, typ: "JWT" }));
      expect(await verify(`${header}.${payload}.`)).toMatchObject(INVALID);
    }
    const pem = await exportSPKI((rsa as Keys).publicKey);
    for (const secret of [pem, ` ${pem}`, pem.trim(), JSON.stringify(await published(rsa, "kid_rsa", "RS256"))]) {
      for (const kid of [KID, "kid_rsa"]) {
        const input = `${base64url.encode(JSON.stringify({ alg: "HS256", kid, typ: "JWT" }))}.${payload}`;
        const signature = createHmac("sha256", secret).update(input).digest("base64url");
        expect(await verify(`${input}.${signature}`)).toMatchObject(INVALID);
      }
    }
    const zeros = base64url.encode(new Uint8Array(64));
    for (const alg of ["ES256", "EdDSA", "PS256"]) {
      const header = base64url.encode(JSON.stringify({ alg, kid: KID, typ: "JWT" }));
      expect(await verify(`${header}.${payload}.${zeros}`)).toMatchObject(INVALID);
    }
    expect(await verify(await sign(claims(), { kid: "kid_rsa" }, rsa))).toMatchObject({ ok: true });
    expect(await verify(await sign(claims(), { kid: KID }, rsa))).toMatchObject(INVALID);
  });

  it("JW-02: looks a key up by its exact id", async () => {
    const { verify } = keySet();
    const ids = [
      "../../etc/passwd",
      "' or 1=1 --",
      "x".repeat(1_000_000),
      KID.toUpperCase(),
      `${KID} `,
      "",
      1,
      null,
      [KID],
    ];
    for (const kid of ids) {
      const token = await signText(JSON.stringify({ alg: "EdDSA", kid, typ: "JWT" }), JSON.stringify(claims()));
      expect.soft(await verify(token), String(kid).slice(0, 20)).toMatchObject(INVALID);
    }
    const unnamed = await signText(JSON.stringify({ alg: "EdDSA", typ: "JWT" }), JSON.stringify(claims()));
    expect(await verify(unnamed)).toMatchObject(INVALID);
    expect(await verify(await sign(claims(), {}, other))).toMatchObject(INVALID);
  });

  it("JW-03: neither follows nor believes keys that the token brings", async () => {
    let isAsked = false;
    const server = createServer((_, response) => {
      isAsked = true;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    const { verify, seen } = keySet();
    const jwk = await exportJWK((other as Keys).publicKey);
    for (const brought of [{ jku: url }, { x5u: url }, { jwk }, { x5c: ["MIIB"] }]) {
      expect(await verify(await sign(claims(), brought, other))).toMatchObject(INVALID);
      expect(await verify(await sign(claims(), { ...brought, kid: "kid_other" }, other))).toMatchObject(INVALID);
    }
    const critical = { alg: "EdDSA", kid: KID, typ: "JWT", crit: ["exp"], exp: 1 };
    expect(await verify(await signText(JSON.stringify(critical), JSON.stringify(claims())))).toMatchObject(INVALID);
    expect(seen.every((asked) => asked === `${ISSUER}/.well-known/jwks.json`)).toBe(true);
    expect(isAsked).toBe(false);
    await new Promise((resolve) => server.close(resolve));
  });

  it("JW-04: refuses tokens of another project, issuer or kind", async () => {
    const keys = async () => [await published(own, KID, "EdDSA")];
    const elsewhere = keySet({ project: OTHER_PROJECT, keys });
    expect(await elsewhere.verify(await sign(claims()))).toMatchObject(INVALID);
    const { verify } = keySet();
    const wrong = [
      { aud: OTHER_PROJECT },
      { aud: undefined },
      { iss: ISSUER.replace(PROJECT, OTHER_PROJECT) },
      { iss: `${ISSUER}/` },
      { iss: undefined },
      { sid: undefined },
      { sub: "" },
      { sub: 1 },
      { jti: undefined },
      { email: undefined },
      { email_verified: "true" },
    ];
    for (const changed of wrong) {
      expect
        .soft(await verify(await sign(claims(changed as JWTPayload))), JSON.stringify(changed))
        .toMatchObject(INVALID);
    }
    expect(await verify(await sign(claims(), { typ: "at+jwt" }))).toMatchObject(INVALID);
    expect(await verify(await sign(claims(), { typ: undefined }))).toMatchObject(INVALID);
    expect(await verify("coppice_test_4k9x2m7q1w8e5r3t6y0u")).toMatchObject(INVALID);
  });

  it("JW-05: holds times to be whole seconds within 30 seconds of its clock", async () => {
    const { verify } = keySet();
    const codeOf = async (changed: Record<string, unknown>) => {
      const result = await verify(await signText(HEADER, JSON.stringify(claims(changed))));
      return result.ok ? "ok" : result.code;
    };
    expect(await codeOf({ iat: NOW - 300, exp: NOW - 29 })).toBe("ok");
    expect(await codeOf({ iat: NOW - 300, exp: NOW - 30 })).toBe("expired_token");
    expect(await codeOf({ iat: NOW - 300, exp: NOW - 3_600 })).toBe("expired_token");
    expect(await codeOf({ nbf: NOW + 30 })).toBe("ok");
    expect(await codeOf({ nbf: NOW + 31 })).toBe("invalid_token");
    expect(await codeOf({ iat: NOW + 30 })).toBe("ok");
    expect(await codeOf({ iat: NOW + 31 })).toBe("invalid_token");
    expect(await codeOf({ iat: NOW + 3_600, exp: NOW + 7_200 })).toBe("invalid_token");
    for (const exp of [String(NOW + 300), NOW + 300.5, 1e20, null, true, undefined, [NOW + 300]]) {
      expect.soft(await codeOf({ exp }), String(exp)).toBe("invalid_token");
    }
    for (const iat of [String(NOW), NOW - 0.5, -1e20, null, undefined]) {
      expect.soft(await codeOf({ iat }), String(iat)).toBe("invalid_token");
    }
    expect(await codeOf({ nbf: String(NOW) })).toBe("invalid_token");
  });

  it("JW-06: refuses claims given twice, nested encryption, and tokens that are far too long", async () => {
    const { verify, seen } = keySet();
    const twice = JSON.stringify(claims()).replace('"sub":"usr_1"', '"sub":"usr_2","sub":"usr_1"');
    expect(JSON.parse(twice).sub).toBe("usr_1");
    expect(await verify(await signText(HEADER, twice))).toMatchObject(INVALID);
    const header = HEADER.replace('"alg":"EdDSA"', '"alg":"none","alg":"EdDSA"');
    expect(await verify(await signText(header, JSON.stringify(claims())))).toMatchObject(INVALID);
    const encrypted = base64url.encode(JSON.stringify({ alg: "dir", enc: "A256GCM", zip: "DEF", kid: KID }));
    expect(await verify(`${encrypted}..${"A".repeat(16)}.${"A".repeat(4_000)}.${"A".repeat(22)}`)).toMatchObject(
      INVALID,
    );
    const asked = seen.length;
    expect(await verify(await signText(HEADER, JSON.stringify(claims({ note: "x".repeat(2_000_000) }))))).toMatchObject(
      INVALID,
    );
    expect(await verify(".".repeat(2_000_000))).toMatchObject(INVALID);
    expect(seen).toHaveLength(asked);
    for (const garbage of ["", "a", "a.b.c", "..", " ", undefined, null, {}, 5]) {
      expect.soft(await verify(garbage as string), String(garbage)).toMatchObject(INVALID);
    }
  });

  it("JW-07: knows a new key at once, and forgets a revoked one within five minutes", async () => {
    let keys = async () => [await published(own, KID, "EdDSA")];
    const { verify } = keySet({ keys: () => keys() });
    const ofOwn = () =>
      sign(claims({ iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 300 }));
    expect(await verify(await ofOwn())).toMatchObject({ ok: true });
    keys = async () => [await published(own, KID, "EdDSA"), await published(other, "kid_next", "EdDSA")];
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verify(await sign(claims(), { kid: "kid_next" }, other))).toMatchObject({ ok: true });
    keys = async () => [await published(other, "kid_next", "EdDSA")];
    vi.setSystemTime(Date.now() + 300_001);
    expect(await verify(await ofOwn())).toMatchObject(INVALID);
  });

  it("JW-09: asks for the keys at a bounded rate, however many ids strangers make up", async () => {
    const { verify, seen } = keySet();
    const flood = async () => {
      for (let count = 0; count < 100; count += 1) {
        const token = await sign(claims(), { kid: `kid_${crypto.randomUUID()}` }, other);
        expect(await verify(token)).toMatchObject(INVALID);
      }
    };
    await flood();
    expect(seen.length).toBeLessThanOrEqual(2);
    const before = seen.length;
    vi.setSystemTime(Date.now() + 31_000);
    await flood();
    expect(seen).toHaveLength(before + 1);
  });

  it("JW-09: leaves a service that is down alone for a while, and says that it was not the token", async () => {
    let status = 503;
    const { verify, seen } = keySet({ status: () => status });
    const token = await sign(claims());
    for (let count = 0; count < 20; count += 1) expect(await verify(token)).toMatchObject({ code: "network_error" });
    expect(seen).toHaveLength(1);
    status = 200;
    vi.setSystemTime(Date.now() + 30_001);
    expect(await verify(token)).toMatchObject({ ok: true });
  });
});
