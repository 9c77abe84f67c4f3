import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startPasskeyRegistration } from "@/lib/sign-in/passkeys/start-registration";
import { verifyPasskeyRegistration } from "@/lib/sign-in/passkeys/verify-registration";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { coseKey, type Forgery, generateKeys, SoftwareAuthenticator } from "@/tests/support/authenticator";
import { encodeCbor } from "@/tests/support/cbor";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { addPasskey, makePasskeyUser, PAGE, passkeySettings, RP_ID } from "@/tests/support/passkeys";
import { listedRoutes } from "@/tests/support/route-promises";
import { eventsOf, expectSignInError, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const MINUTE = 60_000;

async function signedUp(settings: Parameters<typeof passkeySettings>[0] = {}, clock = new FixedClock()) {
  const ctx = await makeUserContext({ settings: passkeySettings(settings), clock });
  const user = await signUp(ctx);
  return { ctx, user, clock };
}

/** Starts a registration, and returns the browser's options and its next request. */
async function start(ctx: TestRequest, query: Parameters<typeof startPasskeyRegistration>[1] = {}) {
  const asking = await signedInRequest(ctx);
  const options = await send(asking, startPasskeyRegistration, query);
  return { options, answering: await signedInRequest(asking) };
}

async function expectRefused(ctx: TestRequest, forgery: Forgery, reason: string): Promise<void> {
  const before = (await eventsOf(ctx)).length;
  await expectSignInError(addPasskey(ctx, new SoftwareAuthenticator(), { forgery }), "FAILED_TO_VERIFY_REGISTRATION");
  const events = await eventsOf(ctx);
  expect(events).toHaveLength(before + 1);
  expect(events).toContain(`passkey.add refused ${reason}`);
  expect(await ctx.db.passkey.count({ where: { projectId: ctx.project.id } })).toBe(0);
}

describe("adding a passkey", () => {
  it.each(["ES256", "EdDSA", "RS256"] as const)(
    "works with %s, is recorded, and told to the user",
    async (algorithm) => {
      const { ctx, user } = await signedUp();
      const authenticator = new SoftwareAuthenticator({ algorithm, backupEligible: true, backedUp: true });
      const passkey = await addPasskey(ctx, authenticator, { name: " Laptop " });
      const [held] = authenticator.held;
      expect(passkey).toEqual({
        id: expect.stringMatching(/^psk_[0-9a-z]{20}$/),
        name: "Laptop",
        userId: user.id,
        counter: 0,
        credentialID: held?.id.toString("base64url"),
        publicKey: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
        deviceType: "multiDevice",
        backedUp: true,
        transports: "internal,hybrid",
        createdAt: "2026-03-01T09:30:00.000Z",
        aaguid: "00000000-0000-0000-0000-000000000000",
      });
      expect(held?.userHandle.toString()).toBe(user.id);
      expect(await eventsOf(ctx)).toEqual(["passkey.add accepted", "user.sign_up accepted"]);
      expect(await ctx.db.passkey.findFirst({ where: { id: passkey.id } })).toMatchObject({ rpId: RP_ID });
      expect(await lastMailTo(ctx, user.email, "passkey-added")).toEqual({ passkeyName: "Laptop" });
    },
  );

  it("asks for one that is found without a name, with no attestation, and for none where there is one", async () => {
    const { ctx, user, passkey } = await makePasskeyUser();
    const { options } = await start(ctx, { name: "Ada at work", authenticatorAttachment: "platform" });
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      rp: { id: RP_ID, name: ctx.project.name },
      user: { id: Buffer.from(user.id).toString("base64url"), name: "Ada at work", displayName: user.email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
      timeout: 60_000,
      attestation: "none",
      hints: [],
      extensions: { credProps: true },
      excludeCredentials: [{ id: passkey.credentialID, type: "public-key", transports: ["internal", "hybrid"] }],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "preferred",
        authenticatorAttachment: "platform",
      },
    });
  });

  it("tells the session and its user where that is asked for, and makes no other session", async () => {
    const { ctx, user } = await signedUp();
    const { options, answering } = await start(ctx);
    const response = new SoftwareAuthenticator().create(options, PAGE);
    const added = await send(answering, verifyPasskeyRegistration, { response, createSession: true });
    expect(added).toMatchObject({ session: { id: answering.session.id }, user: { id: user.id } });
    expect(await ctx.db.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it("takes an attestation that the key itself signed, which is one by nobody else", async () => {
    const { ctx } = await signedUp();
    const statement = new Map<string, number | Uint8Array>([
      ["alg", -7],
      ["sig", randomBytes(70)],
    ]);
    await expectRefused(ctx, { format: "packed", statement }, "not_verified");
    await addPasskey(ctx, new SoftwareAuthenticator(), { forgery: { isSelfAttested: true } });
  });

  it("is off where the project has passkeys off", async () => {
    const { ctx } = await signedUp({ methods: { passkey: false } });
    await expectSignInError(start(ctx), "PASSKEY_DISABLED");
    const answering = await signedInRequest(ctx);
    await expectSignInError(send(answering, verifyPasskeyRegistration, { response: {} }), "PASSKEY_DISABLED");
  });

  it("stops at the number a user may have, also for requests at once", async () => {
    const { ctx, user } = await signedUp({ passkeys: { perUser: 2 } });
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = otherBrowser(ctx);
        await send(browser, signInWithPassword, { email: user.email, password: PASSWORD });
        return start(browser);
      }),
    );
    const results = await Promise.allSettled(
      browsers.map(({ options, answering }) =>
        send(answering, verifyPasskeyRegistration, { response: new SoftwareAuthenticator().create(options, PAGE) }),
      ),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "PASSKEY_LIMIT_REACHED" });
    }
    expect(await ctx.db.passkey.count({ where: { userId: user.id } })).toBe(2);
    await expectSignInError(start(ctx), "PASSKEY_LIMIT_REACHED");
  });

  it("PK-12: needs a proof of the user that is not old, at both steps", async () => {
    const { ctx, clock } = await signedUp();
    const { options, answering } = await start(ctx);
    clock.advance(11 * MINUTE);
    const response = new SoftwareAuthenticator().create(options, PAGE);
    await expectSignInError(send(answering, verifyPasskeyRegistration, { response }), "SESSION_NOT_FRESH");
    clock.advance(21 * 24 * 60 * MINUTE);
    const stale = { ...answering, clock: new FixedClock(clock.now()) };
    await expectSignInError(send(stale, startPasskeyRegistration, {}), "SESSION_NOT_FRESH");
  });
});

describe("a registration is refused", () => {
  it("PK-01: for another type, another challenge, or one that was answered, is another browser's or too old", async () => {
    const { ctx, clock, user } = await signedUp();
    await expectRefused(ctx, { clientData: { type: "webauthn.get" } }, "wrong_type");
    await expectRefused(ctx, { clientData: { challenge: "AAAA" } }, "wrong_challenge");

    const failed = await start(ctx);
    const good = new SoftwareAuthenticator().create(failed.options, PAGE);
    await expectSignInError(
      send(failed.answering, verifyPasskeyRegistration, { response: {} }),
      "FAILED_TO_VERIFY_REGISTRATION",
    );
    await expectSignInError(
      send(failed.answering, verifyPasskeyRegistration, { response: good }),
      "CHALLENGE_NOT_FOUND",
    );

    const { options, answering } = await start(ctx);
    const response = new SoftwareAuthenticator().create(options, PAGE);
    const elsewhere = otherBrowser(ctx);
    await send(elsewhere, signInWithPassword, { email: user.email, password: PASSWORD });
    const { cookieHeader } = answering;
    for (const other of [
      await signedInRequest(elsewhere),
      { ...(await signedInRequest(elsewhere)), cookieHeader },
      { ...answering, cookieHeader: null },
    ]) {
      await expectSignInError(send(other, verifyPasskeyRegistration, { response }), "CHALLENGE_NOT_FOUND");
    }

    const late = await start(ctx);
    clock.advance(5 * MINUTE);
    const answer = { response: new SoftwareAuthenticator().create(late.options, PAGE) };
    await expectSignInError(send(late.answering, verifyPasskeyRegistration, answer), "CHALLENGE_NOT_FOUND");
    expect(await ctx.db.passkey.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("PK-01: for all but one of twenty answers to a challenge at once", async () => {
    const { ctx } = await signedUp();
    const { options, answering } = await start(ctx);
    const response = new SoftwareAuthenticator().create(options, PAGE);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => send({ ...answering }, verifyPasskeyRegistration, { response })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await ctx.db.passkey.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it.each([
    ["a foreign domain that ends alike", { origin: "https://notexample.com" }, "wrong_origin"],
    ["a sibling that is not allowed", { origin: "https://evil.example.com" }, "wrong_origin"],
    ["an allowed origin of another domain", { origin: "https://other.example" }, "wrong_origin"],
    ["an allowed origin with the domain in front", { origin: "https://example.com.evil.test" }, "wrong_origin"],
    ["plain http", { origin: "http://app.example.com" }, "wrong_origin"],
    ["another port", { origin: "https://app.example.com:8443" }, "wrong_origin"],
    ["a NUL", { origin: "https://app.example.com\u0000" }, "wrong_origin"],
    ["a frame", { crossOrigin: true }, "cross_origin"],
    ["a frame of an allowed page", { crossOrigin: true, topOrigin: PAGE }, "cross_origin"],
    ["an outermost page without a frame", { topOrigin: PAGE }, "cross_origin"],
  ])("PK-02: from %s", async (_name, clientData, reason) => {
    const { ctx } = await signedUp();
    await expectRefused(ctx, { clientData }, reason);
  });

  it("PK-03: for the domain of another project", async () => {
    const { ctx } = await signedUp();
    await expectRefused(ctx, { rpId: "other.example" }, "not_verified");
    await expectRefused(ctx, { rpId: "app.example.com" }, "not_verified");
  });

  it("PK-04: without the user's presence, and without their verification where the project wants it", async () => {
    const { ctx } = await signedUp({ passkeys: { userVerification: "required" } });
    expect((await start(ctx)).options.authenticatorSelection).toMatchObject({ userVerification: "required" });
    await expectRefused(ctx, { flags: { userVerified: false } }, "not_verified");
    await expectRefused(ctx, { flags: { userPresent: false } }, "not_verified");
    await addPasskey((await signedUp()).ctx, new SoftwareAuthenticator({ userVerified: false }));
  });

  it("PK-05: for a passkey that cannot be backed up and is", async () => {
    const { ctx } = await signedUp();
    await expectRefused(ctx, { flags: { backupEligible: false, backedUp: true } }, "not_verified");
  });

  it("PK-07: if the ids differ", async () => {
    const { ctx } = await signedUp();
    const id = randomBytes(32).toString("base64url");
    await expectRefused(ctx, { rawId: id }, "not_verified");
    await expectRefused(ctx, { id }, "wrong_id");
    await expectRefused(ctx, { type: "password" }, "malformed");
  });

  it("PK-08: for a passkey that somebody has already, the same user or another", async () => {
    const { ctx } = await makePasskeyUser();
    const credentialId = randomBytes(32);
    await addPasskey(ctx, new SoftwareAuthenticator(), { forgery: { credentialId } });
    const same = addPasskey(ctx, new SoftwareAuthenticator(), { forgery: { credentialId } });
    await expectSignInError(same, "FAILED_TO_VERIFY_REGISTRATION");
    const other = otherBrowser(ctx);
    await signUp(other);
    const stolen = addPasskey(other, new SoftwareAuthenticator(), { forgery: { credentialId } });
    await expectSignInError(stolen, "FAILED_TO_VERIFY_REGISTRATION");
    const refused = (await eventsOf(ctx)).filter((event) => event === "passkey.add refused already_registered");
    expect(refused).toHaveLength(2);
    expect(await ctx.db.passkey.count({ where: { projectId: ctx.project.id } })).toBe(2);
  });
});

describe("PK-09: hostile keys and encodings are refused at once", () => {
  const es256 = coseKey("ES256", generateKeys("ES256").publicKey);
  const ed25519 = (length: number) =>
    encodeCbor(
      new Map<number, number | Buffer>([
        [1, 1],
        [3, -8],
        [-1, 6],
        [-2, randomBytes(length)],
      ]),
    );
  const offTheCurve = encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.alloc(32, 1)],
      [-3, Buffer.alloc(32, 1)],
    ]),
  );
  const otherAlgorithm = encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -35],
      [-1, 2],
      [-2, randomBytes(48)],
      [-3, randomBytes(48)],
    ]),
  );
  const noExponent = encodeCbor(
    new Map<number, number | Buffer>([
      [1, 3],
      [3, -257],
      [-1, Buffer.concat([Buffer.from([0xc1]), randomBytes(254), Buffer.from([0xc1])])],
      [-2, Buffer.from([1])],
    ]),
  );
  const wrongKind = encodeCbor(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -257],
      [-1, 1],
      [-2, randomBytes(32)],
      [-3, randomBytes(32)],
    ]),
  );

  it.each<[string, Forgery, string]>([
    ["RSA of 512 bits", { publicKey: coseKey("RS256", generateKeys("RS256", 512).publicKey) }, "unsound_key"],
    ["RSA of 1024 bits", { publicKey: coseKey("RS256", generateKeys("RS256", 1_024).publicKey) }, "unsound_key"],
    ["RSA with an exponent of 1", { publicKey: noExponent }, "unsound_key"],
    ["Ed25519 that is cut short", { publicKey: ed25519(31) }, "unsound_key"],
    ["Ed25519 that is too long", { publicKey: ed25519(33) }, "unsound_key"],
    ["a point off its curve", { publicKey: offTheCurve }, "unsound_key"],
    ["a key of another kind than its algorithm", { publicKey: wrongKind }, "unsound_key"],
    ["an algorithm that was not offered", { publicKey: otherAlgorithm }, "not_verified"],
    ["a key that is cut short", { publicKey: es256.subarray(0, 40) }, "not_verified"],
    ["a key that is no map", { publicKey: Buffer.from([0x01]) }, "not_verified"],
    ["no key", { publicKey: Buffer.alloc(0) }, "not_verified"],
    ["arrays in arrays", { publicKey: Buffer.alloc(30_000, 0x81) }, "not_verified"],
    ["an array said to be huge", { publicKey: Buffer.from("9affffffff", "hex") }, "not_verified"],
    ["text said to be huge", { publicKey: Buffer.from("7bffffffffffffffff", "hex") }, "not_verified"],
    ["bytes after the authenticator data", { trailing: Buffer.from([0]) }, "not_verified"],
    ["bytes after the attestation", { trailingObject: Buffer.from([0]) }, "malformed"],
    ["an id of 1024 bytes", { credentialId: randomBytes(1_024) }, "malformed"],
    ["client data that is no JSON", { clientDataText: "{" }, "malformed"],
    ["client data that is null", { clientDataText: "null" }, "malformed"],
    ["client data without a challenge", { clientDataText: '{"type":"webauthn.create"}' }, "malformed"],
    ["transports that are none", { transports: ["<script>"] }, "malformed"],
  ])("%s", async (_name, forgery, reason) => {
    const { ctx } = await signedUp();
    const before = process.cpuUsage();
    await expectRefused(ctx, forgery, reason);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it.each([
    {},
    { id: 1 },
    { id: "a", rawId: "a", type: "public-key" },
    { id: "a", rawId: "a", type: "public-key", response: null },
    {
      id: "a\u0000",
      rawId: "a\u0000",
      type: "public-key",
      response: { clientDataJSON: "e30", attestationObject: "oA" },
    },
    { id: "YQ==", rawId: "YQ==", type: "public-key", response: { clientDataJSON: "e30", attestationObject: "oA" } },
    { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "e30", attestationObject: {} } },
  ])("an answer like %j", async (response) => {
    const { ctx } = await signedUp();
    const { answering } = await start(ctx);
    await expectSignInError(send(answering, verifyPasskeyRegistration, { response }), "FAILED_TO_VERIFY_REGISTRATION");
    expect(await eventsOf(ctx)).toContain("passkey.add refused malformed");
  });

  it("PK-10: certificates nobody asked for, with any content, so that none of their addresses is asked", async () => {
    const { ctx } = await signedUp();
    const statement = new Map<string, number | Uint8Array | Uint8Array[]>([
      ["alg", -7],
      ["sig", randomBytes(70)],
      ["x5c", [randomBytes(300)]],
    ]);
    for (const format of ["packed", "apple", "android-key", "tpm", "fido-u2f", "android-safetynet", "unheard-of"]) {
      await expectRefused(ctx, { format, statement }, "attestation_format");
    }
    await expectRefused(ctx, { format: "none", statement }, "not_verified");
  });
});

describe("a passkey for somebody else", () => {
  it("PK-11: cannot be enrolled: a ceremony belongs to one project, one user and one browser, and no key starts one", async () => {
    const [own, foreign] = [await signedUp(), await signedUp()];
    const started = await start(foreign.ctx);
    const mine = await signedInRequest(own.ctx);
    const authenticator = new SoftwareAuthenticator();
    const response = authenticator.create(started.options, PAGE);
    const cookieHeader = (started.answering.cookieHeader ?? "").replaceAll(foreign.ctx.project.id, own.ctx.project.id);
    const changed = { ...mine, cookieHeader };
    const finishing = verifyPasskeyRegistration(changed, { response });
    await expect(finishing).rejects.toMatchObject({ name: "SignInError" });
    expect(await own.ctx.db.passkey.count({ where: { userId: { in: [own.user.id, foreign.user.id] } } })).toBe(0);
    const enrolling = listedRoutes.filter(({ method, pattern }) => /passkey/.test(pattern) && method !== "DELETE");
    expect(enrolling).toEqual([]);
  });
});
