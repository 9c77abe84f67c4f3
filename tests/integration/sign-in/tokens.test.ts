import { describe, expect, it } from "vitest";
import { getSession } from "@/lib/sign-in/sessions/get";
import { getDiscovery } from "@/lib/sign-in/tokens/discovery";
import { getToken } from "@/lib/sign-in/tokens/get";
import { getKeySet, getProjectKeySet } from "@/lib/sign-in/tokens/key-set";
import { revokeSigningKeys } from "@/lib/sign-in/tokens/revoke";
import { rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";
import { rotateAllSigningKeys } from "@/lib/sign-in/tokens/rotate-all";
import { updateUser } from "@/lib/sign-in/users/update";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock, lookupsOn, makeContext, OPERATOR, workerDatabase } from "@/tests/support/context";
import { makeUserContext, signUp } from "@/tests/support/sign-in";
import { nextRequest, nothingReceived, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import { type PublishedKey, verifyToken } from "@/tests/support/verify-token";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function keysOf(ctx: TestRequest): Promise<PublishedKey[]> {
  return (await send(ctx, getKeySet)).keys as PublishedKey[];
}

const operator = (ctx: TestRequest) => ({ ...ctx, actor: OPERATOR });

const tokenOf = async (ctx: TestRequest) => (await getToken(await signedInRequest(ctx))).token;

describe("a token", () => {
  it.each(["EdDSA", "ES256", "RS256"])(
    "of %s verifies with the published key by another implementation",
    async (algorithm) => {
      const clock = new FixedClock();
      const ctx = await makeUserContext({ clock, settings: { token: { algorithm } } });
      const user = await signUp(ctx);
      const { header, claims } = verifyToken(await tokenOf(ctx), await keysOf(ctx));
      expect(header).toEqual({ alg: algorithm, kid: expect.stringMatching(/^kid_[0-9a-z]{20}$/), typ: "JWT" });
      const now = clock.now().getTime() / 1_000;
      expect(claims).toEqual({
        iss: `http://localhost:3000/v1/projects/${ctx.project.id}`,
        aud: ctx.project.id,
        sub: user.id,
        sid: (await signedInRequest(ctx)).session.id,
        iat: now,
        exp: now + 300,
        jti: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
        email: user.email,
        email_verified: false,
        amr: ["pwd"],
      });
      expect(verifyToken(await tokenOf(ctx), await keysOf(ctx)).claims.jti).not.toBe(claims.jti);
    },
  );

  it("JW-01, JW-02: with a changed payload, a foreign kid or another algorithm does not verify", async () => {
    const [ctx, other] = [await makeUserContext(), await makeUserContext()];
    await signUp(ctx);
    await signUp(other);
    const token = await tokenOf(ctx);
    const [header = "", payload = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const forged = `${header}.${encode({ ...claims, sub: "usr_00000000000000000000" })}.${signature}`;
    const keys = await keysOf(ctx);
    expect(() => verifyToken(forged, keys)).toThrow("wrong signature");
    expect(() => verifyToken(`${encode({ alg: "none" })}.${payload}.`, keys)).toThrow("no key");
    expect(() => verifyToken(`${encode({ alg: "HS256", kid: keys[0]?.kid })}.${payload}.`, keys)).toThrow("not HS256");
  });

  it("JW-04: of one project does not verify with another's keys, and is no session", async () => {
    const [ctx, other] = [await makeUserContext(), await makeUserContext()];
    await signUp(ctx);
    const token = await tokenOf(ctx);
    expect(() => verifyToken(token, [])).toThrow("no key");
    const foreign = await keysOf(other);
    expect(foreign).toHaveLength(1);
    expect(() => verifyToken(token, foreign)).toThrow("no key");
    expect((await nextRequest({ ...ctx, sessionToken: token, received: nothingReceived() })).session).toBeNull();
  });

  it("JW-10: keeps its own claims under any name of the user", async () => {
    const ctx = await makeUserContext();
    const user = await signUp(ctx);
    await updateUser(await signedInRequest(ctx), { name: '","sub":"usr_1","aud":"x' });
    const { claims } = verifyToken(await tokenOf(ctx), await keysOf(ctx));
    expect([claims.sub, claims.aud, claims.name]).toEqual([user.id, ctx.project.id, undefined]);
  });

  it("comes with get-session only where the owner has switched that on", async () => {
    for (const inSessionHeader of [true, false]) {
      const ctx = await makeUserContext({ settings: { token: { inSessionHeader } } });
      await signUp(ctx);
      const request = await signedInRequest(ctx);
      await send(request, getSession);
      const token = request.received.headers.get("set-auth-jwt");
      expect(token !== null).toBe(inSessionHeader);
      if (token) verifyToken(token, await keysOf(ctx));
    }
  });
});

describe("a token of a suspended project", () => {
  it("SV-M13: isn't made any more, neither at /token nor with the session, which can still be read", async () => {
    const ctx = await makeUserContext({ settings: { token: { inSessionHeader: true } } });
    await signUp(ctx);
    const suspended = await signedInRequest(ctx);
    suspended.project = { ...suspended.project, status: "suspended" };
    await expect(getToken(suspended)).rejects.toMatchObject({ code: "PROJECT_SUSPENDED" });
    const request = await signedInRequest(ctx);
    request.project = { ...request.project, status: "suspended" };
    expect(await send(request, getSession)).toMatchObject({ user: { id: request.session.user.id } });
    expect(request.received.headers.has("set-auth-jwt")).toBe(false);
    expect((await getToken(await signedInRequest(ctx))).token).toMatch(/^eyJ/);
  });
});

describe("the key set", () => {
  it.each(["EdDSA", "ES256", "RS256"])(
    "JW-08: shows public members of %s only; the private key is sealed",
    async (algorithm) => {
      const ctx = await makeUserContext({ settings: { token: { algorithm } } });
      const [key, ...others] = await keysOf(ctx);
      expect(others).toEqual([]);
      const members = { EdDSA: ["crv", "x"], ES256: ["crv", "x", "y"], RS256: ["e", "n"] }[algorithm] ?? [];
      expect(Object.keys(key ?? {}).sort()).toEqual(["alg", "kid", "kty", "use", ...members].sort());
      const row = await ctx.db.signingKey.findFirstOrThrow({
        where: { projectId: ctx.project.id },
        omit: { privateJwk: false },
      });
      expect(row.privateJwk).toMatch(/^s1\.t1\./);
      expect(JSON.stringify(row.publicJwk)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
    },
  );

  it("is made once, however many ask at once, and is the same without headers", async () => {
    const ctx = await makeUserContext();
    const sets = await Promise.all(Array.from({ length: 10 }, () => keysOf(ctx)));
    expect(new Set(sets.map((keys) => JSON.stringify(keys))).size).toBe(1);
    const twin = await getProjectKeySet(ctx, { projectId: ctx.project.id });
    expect((await twin.json()).keys).toEqual(sets[0]);
    expect(twin.headers.get("cache-control")).toBe("public, max-age=300");
  });

  it("is made once for as long as its keys stay, and is another right after a rotation and a revocation", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const projectId = ctx.project.id;
    const read = async () => {
      const project = (await ctx.signIn.projects.find(projectId)) ?? ctx.project;
      const request = { ...ctx, project, received: nothingReceived() };
      const set = await send(request, getKeySet);
      expect(request.received.text).toBe(JSON.stringify(set));
      return set;
    };
    const kids = async () => (await read()).keys.map(({ kid }) => kid);
    const [first] = await kids();
    expect(await read()).toBe(await read());
    await rotateSigningKeys(operator(ctx), { projectId, now: true });
    const [current, next] = await kids();
    expect(current).toBe(first);
    clock.advance(DAY);
    await rotateSigningKeys(operator(ctx), { projectId });
    expect((await kids()).sort()).toEqual([first, next].sort());
    clock.advance(65 * 60_000 - 1);
    expect(await kids(), "until the last token of the old one is dead").toContain(first);
    clock.advance(1);
    expect(await kids()).toEqual([next]);
    await revokeSigningKeys(operator(ctx), { projectId });
    expect(await kids()).not.toContain(next);
    expect(await kids()).toHaveLength(1);
  });

  it("is at the discovery document's address, whose issuer is that of the tokens", async () => {
    const ctx = await makeUserContext();
    await signUp(ctx);
    const document = await (await getDiscovery(ctx, { projectId: ctx.project.id })).json();
    expect(document.issuer).toBe(verifyToken(await tokenOf(ctx), await keysOf(ctx)).claims.iss);
    expect(document.jwks_uri).toBe(`${document.issuer}/.well-known/jwks.json`);
  });
});

describe("rotation", () => {
  it("JW-07: publishes a key a day before it signs, and keeps the old one until its last token is dead", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const projectId = ctx.project.id;
    await signUp(ctx);
    const first = verifyToken(await tokenOf(ctx), await keysOf(ctx)).header.kid;
    expect(await rotateSigningKeys(operator(ctx), { projectId })).toBe("none");
    expect(await rotateSigningKeys(operator(ctx), { projectId, now: true })).toBe("published");
    const cached = await keysOf(ctx);
    expect(cached).toHaveLength(2);
    clock.advance(DAY - 1);
    expect(await rotateSigningKeys(operator(ctx), { projectId, now: true })).toBe("none");
    const last = await tokenOf(ctx);
    expect(verifyToken(last, cached).header.kid).toBe(first);
    clock.advance(1);
    expect(await rotateSigningKeys(operator(ctx), { projectId })).toBe("activated");
    const second = verifyToken(await tokenOf(ctx), cached).header.kid;
    expect(second).not.toBe(first);
    verifyToken(last, await keysOf(ctx));
    clock.advance(HOUR);
    verifyToken(last, await keysOf(ctx));
    clock.advance(5 * 60_000);
    expect((await keysOf(ctx)).map(({ kid }) => kid)).toEqual([second]);
    clock.advance(1);
    await rotateSigningKeys(operator(ctx), { projectId });
    expect(await ctx.db.signingKey.count({ where: { projectId } })).toBe(1);
  });

  it("JW-07: happens by itself, and no token fails on the way", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({
      clock,
      settings: { session: { lifetimeSeconds: 300 * 86_400, absoluteLifetimeSeconds: 300 * 86_400 } },
    });
    await signUp(ctx);
    const used = new Set<string>();
    for (let hour = 0; hour <= 100 * 24; hour += 12) {
      const before = await keysOf(ctx);
      await rotateAllSigningKeys(operator(ctx));
      // A verifier whose copy of the set is as old as it may be.
      used.add(verifyToken(await tokenOf(ctx), before).header.kid);
      clock.advance(12 * HOUR);
    }
    expect(used.size).toBe(2);
  });

  it("JW-07: in an emergency takes every key away at once, on every process", async () => {
    const ctx = await makeUserContext();
    const elsewhere = { ...ctx, ...lookupsOn(await workerDatabase()) };
    await signUp(ctx);
    const projectId = ctx.project.id;
    await tokenOf(ctx);
    await rotateSigningKeys(operator(ctx), { projectId, now: true });
    const stolen = await getToken({ ...(await signedInRequest(ctx)), signIn: elsewhere.signIn });
    verifyToken(stolen.token, await keysOf(ctx));
    expect(await revokeSigningKeys(operator(ctx), { projectId })).toBe(2);
    expect(() => verifyToken(stolen.token, [])).toThrow("no key");
    const after = await keysOf(ctx);
    expect(after).toHaveLength(1);
    expect(() => verifyToken(stolen.token, after)).toThrow("no key");
    const fresh = await getToken({ ...(await signedInRequest(ctx)), signIn: elsewhere.signIn });
    verifyToken(fresh.token, after);
  });

  it("follows the owner to another algorithm; tokens of the old one stay valid", async () => {
    const ctx = await makeUserContext();
    await signUp(ctx);
    const old = await tokenOf(ctx);
    const { settings } = ctx.project;
    const changed = { ...settings, token: { ...settings.token, algorithm: "ES256" as const } };
    const later = { ...ctx, project: { ...ctx.project, settings: changed } };
    expect(verifyToken(await tokenOf(later), await keysOf(later)).header.alg).toBe("ES256");
    expect(verifyToken(old, await keysOf(later)).header.alg).toBe("EdDSA");
  });

  it("is refused to those who are not signed in, and is on record", async () => {
    const ctx = await makeUserContext();
    const { id: projectId } = ctx.project;
    await signUp(ctx);
    await tokenOf(ctx);
    await expect(rotateSigningKeys(ctx, { projectId, now: true })).rejects.toMatchObject({
      code: "unauthorized",
    });
    await expect(revokeSigningKeys(ctx, { projectId })).rejects.toMatchObject({ code: "unauthorized" });
    const run = async (...args: string[]) =>
      (await runCommand({ ctx: { ...(await makeContext()), ...operator(ctx) } }, "signing-key", ...args)).stdout;
    expect(await run("rotate", projectId)).toContain("The next key is published.");
    const listed = await run("list", projectId);
    for (const line of [/EdDSA +next/, /EdDSA +current/]) expect(listed).toMatch(line);
    expect(await run("revoke", projectId)).toContain("Revoked 2 keys.");
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: projectId }, select: { action: true } });
    const actions = events.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["signing_key.rotate", "signing_key.revoke"]));
  });
});
