import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { getToken } from "@/lib/sign-in/tokens/get";
import { issueToken } from "@/lib/sign-in/tokens/issue";
import { getKeySet } from "@/lib/sign-in/tokens/key-set";
import { rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";
import { updateUser } from "@/lib/sign-in/users/update";
import { FixedClock, OPERATOR } from "@/tests/support/context";
import { makeUserContext, signUp } from "@/tests/support/sign-in";
import { type PublishedKey, verifyToken } from "@/tests/support/verify-token";

const MINUTE = 60_000;
const DAY = 86_400_000;
const ALGORITHMS = ["EdDSA", "ES256", "RS256"] as const;
const CLAIMS = ["amr", "aud", "email", "email_verified", "exp", "iat", "iss", "jti", "sid", "sub"];

async function keysOf(ctx: TestRequest): Promise<PublishedKey[]> {
  return (await send(ctx, getKeySet)).keys as PublishedKey[];
}

const tokenOf = async (ctx: TestRequest) => (await getToken(await signedInRequest(ctx))).token;

const textOf = (token: string, part: 0 | 1) => Buffer.from(token.split(".")[part] ?? "", "base64url").toString();

/** Debian's python3-jwt, where it is installed: an implementation that shares nothing with ours, OpenSSL aside. */
const PYTHON = "/usr/bin/python3";
const hasPyJwt = (() => {
  try {
    execFileSync(PYTHON, ["-c", "import jwt, cryptography"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const PY_VERIFY = `
import json, sys, time, jwt
given = json.load(sys.stdin)
key = next(key for key in given["keys"] if key["kid"] == jwt.get_unverified_header(given["token"])["kid"])
options = {"require": ["iss", "aud", "exp", "iat", "sub", "jti"], "verify_exp": False, "verify_iat": False}
print(json.dumps(jwt.decode(given["token"], jwt.PyJWK(key).key, algorithms=[given["alg"]],
  audience=given["aud"], issuer=given["iss"], options=options)))
`;

import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

function verifyByPython(given: { token: string; keys: PublishedKey[]; alg: string; aud: string; iss: string }) {
  return JSON.parse(
    execFileSync(PYTHON, ["-c", PY_VERIFY], { input: JSON.stringify(given), encoding: "utf8", stdio: "pipe" }),
  );
}

describe("a token as it is issued", () => {
  it.each(ALGORITHMS)(
    "JW-03, JW-05: of %s has exactly these header fields and claims, each of its type",
    async (algorithm) => {
      const clock = new FixedClock(new Date("2026-03-01T09:30:00.999Z"));
      const ctx = await makeUserContext({ clock, settings: { token: { algorithm, lifetimeSeconds: 30 } } });
      const user = await signUp(ctx);
      const token = await tokenOf(ctx);
      const { header, claims } = verifyToken(token, await keysOf(ctx));
      expect(Object.keys(JSON.parse(textOf(token, 0))).sort()).toEqual(["alg", "kid", "typ"]);
      expect([header.alg, header.typ]).toEqual([algorithm, "JWT"]);
      expect(Object.keys(claims).sort()).toEqual(CLAIMS);
      const issuedAt = Math.floor(clock.now().getTime() / 1_000);
      expect([claims.iat, claims.exp]).toEqual([issuedAt, issuedAt + 30]);
      for (const name of ["iss", "aud", "sub", "sid", "jti", "email"]) expect(claims[name]).toBeTypeOf("string");
      expect([claims.email_verified, claims.sub, claims.amr]).toEqual([false, user.id, ["pwd"]]);
    },
  );

  it.skipIf(!hasPyJwt).each(ALGORITHMS)("of %s verifies by python3-jwt, and forged does not", async (algorithm) => {
    const ctx = await makeUserContext({ settings: { token: { algorithm } } });
    const user = await signUp(ctx);
    const keys = await keysOf(ctx);
    const token = await tokenOf(ctx);
    const iss = `http://localhost:3000/v1/projects/${ctx.project.id}`;
    const given = { token, keys, alg: algorithm, aud: ctx.project.id, iss };
    expect(verifyByPython(given)).toMatchObject({ sub: user.id, email: user.email, iss, aud: ctx.project.id });
    const forged = token.replace(/\.[^.]+$/, `.${Buffer.alloc(64).toString("base64url")}`);
    expect(() => verifyByPython({ ...given, token: forged })).toThrow(/InvalidSignatureError/);
    expect(() => verifyByPython({ ...given, aud: "p_00000000000000000000" })).toThrow(/InvalidAudienceError/);
  });

  it("JW-06, JW-10: says each claim once, with any profile of the user", async () => {
    const ctx = await makeUserContext();
    const user = await signUp(ctx);
    const hostile = { name: '","sub":"usr_1","role":"admin","aud":"x', image: 'https://a.example/","iss":"evil' };
    await updateUser(await signedInRequest(ctx), hostile);
    const ignored = { name: "Ada", sub: "usr_1", aud: "x", role: "admin", iss: "evil", claims: { role: "admin" } };
    await updateUser(await signedInRequest(ctx), ignored);
    const token = await tokenOf(ctx);
    const text = textOf(token, 1);
    for (const claim of CLAIMS) expect(text.split(`"${claim}":`)).toHaveLength(2);
    const { claims } = verifyToken(token, await keysOf(ctx));
    expect(Object.keys(claims).sort()).toEqual(CLAIMS);
    expect([claims.sub, claims.aud]).toEqual([user.id, ctx.project.id]);
  });

  it("JW-02, JW-04: names its own project as issuer and audience, and a key that no other project has", async () => {
    const [one, two] = [await makeUserContext(), await makeUserContext()];
    const issued = [];
    for (const ctx of [one, two]) {
      await signUp(ctx);
      issued.push(verifyToken(await tokenOf(ctx), await keysOf(ctx)));
    }
    const [first, second] = issued;
    expect(first?.header.kid).not.toBe(second?.header.kid);
    for (const claim of ["iss", "aud", "sub", "sid", "jti"]) {
      expect(first?.claims[claim]).not.toBe(second?.claims[claim]);
    }
    const token = await tokenOf(one);
    expect(() => verifyToken(token, [])).toThrow("no key");
    const relabelled = (await keysOf(two)).map((key) => ({ ...key, kid: first?.header.kid ?? "" }));
    expect(() => verifyToken(token, relabelled)).toThrow("wrong signature");
  });

  it.each([
    ["a token", async (ctx: TestRequest) => tokenOf(ctx)],
    [
      "its signature's 43 first characters",
      async (ctx: TestRequest) => (await tokenOf(ctx)).split(".")[2]?.slice(0, 43),
    ],
    ["the session's id", async (ctx: TestRequest) => (await signedInRequest(ctx)).session.id],
    [
      "the id filled up to a token's length",
      async (ctx: TestRequest) => (await signedInRequest(ctx)).session.id.padEnd(43, "0"),
    ],
    ["an unsigned token", async () => "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9."],
  ])("JW-04: %s in the session's cookie is no session", async (_words, make) => {
    const ctx = await makeUserContext();
    await signUp(ctx);
    const sessionToken = (await make(ctx)) ?? null;
    expect(sessionToken?.length).toBeGreaterThan(20);
    const request = await nextRequest({ ...otherBrowser(ctx), sessionToken });
    expect(request.session).toBeNull();
  });
});

describe("rotation", () => {
  it("JW-07: none of 10,000 tokens fails, neither with a copy of the set half an hour old nor half an hour later", async () => {
    const clock = new FixedClock();
    const session = { lifetimeSeconds: 300 * 86_400, absoluteLifetimeSeconds: 300 * 86_400 };
    const ctx = await makeUserContext({ clock, settings: { session } });
    await signUp(ctx);
    await tokenOf(ctx);
    clock.advance(89.5 * DAY);
    const request = await signedInRequest(ctx);
    const operator = { ...ctx, actor: OPERATOR };
    const kids = new Map<string, number>();
    let last: string[] = [];
    let verified = 0;
    for (let step = 0; step < 100; step += 1) {
      const copy = await keysOf(ctx);
      clock.advance(30 * MINUTE);
      await rotateSigningKeys(operator, { projectId: ctx.project.id });
      const fresh = await keysOf(ctx);
      for (const token of last) verifyToken(token, fresh);
      last = await Promise.all(Array.from({ length: 100 }, () => issueToken(ctx, request.session)));
      for (const token of last) {
        const { kid } = verifyToken(token, copy).header;
        kids.set(kid, (kids.get(kid) ?? 0) + 1);
        verified += 1;
      }
    }
    expect(verified).toBe(10_000);
    expect(kids.size, "the keys that signed").toBe(2);
    expect(Math.min(...kids.values())).toBeGreaterThan(1_000);
  });
});
