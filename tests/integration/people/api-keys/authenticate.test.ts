import { describe, expect, it } from "vitest";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { ServiceError } from "@/lib/core/errors";
import { authenticateManagementKey } from "@/lib/people/api-keys/authenticate";
import { createKey } from "@/lib/people/api-keys/create";
import { KeyLookup } from "@/lib/people/api-keys/key-lookup";
import { KeyUseRecorder } from "@/lib/people/api-keys/last-used";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { createOrganisation, FixedClock, makeContext, workerDatabase } from "@/tests/support/context";

async function setUp(options: { expiresAt?: Date; readOnly?: boolean } = {}) {
  const organisation = await createOrganisation();
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const { id: memberId } = organisation.member.developer;
  const base = { organisationId: organisation.id, memberId, name: "k", databaseId: null };
  const input = { ...base, readOnly: options.readOnly ?? false, expiresAt: options.expiresAt ?? null };
  return { organisation, clock, ctx, key: await createKey(ctx, input) };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "let in",
    (error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      return { code: error.code, message: error.message, headers: error.headers };
    },
  );

const REFUSED = {
  code: "unauthorized",
  message: "The management key is missing, malformed, unknown, expired or revoked.",
  headers: { "WWW-Authenticate": "Bearer" },
};

describe("authenticating a management key", () => {
  it("answers who the key speaks for, with the member's role and the organisation's flag", async () => {
    const { organisation, ctx, key } = await setUp({ readOnly: true });
    expect(await authenticateManagementKey(ctx, `Bearer ${key.secret}`)).toEqual({
      kind: "management-key",
      id: key.id,
      organisationId: organisation.id,
      memberId: organisation.member.developer.id,
      role: "developer",
      databaseId: null,
      readOnly: true,
      managementApi: true,
    });
  });

  it("TI-08: sees a changed role and flag with the next request", async () => {
    const { organisation, ctx, key } = await setUp();
    await ctx.db.member.update({ where: { id: organisation.member.developer.id }, data: { role: "viewer" } });
    await ctx.db.organisation.update({ where: { id: organisation.id }, data: { managementApi: false } });
    expect(await authenticateManagementKey(ctx, `Bearer ${key.secret}`)).toMatchObject({
      role: "viewer",
      managementApi: false,
    });
  });

  it("AK-04: a revoked, an expired, an unknown and a malformed key get one and the same answer", async () => {
    const { ctx, key, organisation } = await setUp();
    const expiring = await setUp({ expiresAt: new Date("2026-03-01T10:00:00.000Z") });
    expect(await refusal(authenticateManagementKey(expiring.ctx, `Bearer ${expiring.key.secret}`))).toBe("let in");
    expiring.clock.advance(30 * 60_000);
    expect(await refusal(authenticateManagementKey(expiring.ctx, `Bearer ${expiring.key.secret}`))).toEqual(REFUSED);
    await revokeKey(ctx, { organisationId: organisation.id, keyId: key.id });
    expect(await refusal(authenticateManagementKey(ctx, `Bearer ${key.secret}`))).toEqual(REFUSED);
    const unknown = createSecretText("mk_coppice_", ctx.random);
    const otherFamily = createSecretText("sk_coppice_", ctx.random);
    for (const header of [null, undefined, "", "Bearer", `Bearer ${unknown}`, `Bearer ${otherFamily}`, "Bearer x"]) {
      expect(await refusal(authenticateManagementKey(ctx, header))).toEqual(REFUSED);
    }
  });

  it("AK-04: takes the scheme in any case, and only the one scheme with one key", async () => {
    const { ctx, key } = await setUp();
    for (const scheme of ["bearer", "BEARER", "Bearer"]) {
      expect(await authenticateManagementKey(ctx, `${scheme} ${key.secret}`)).toMatchObject({ id: key.id });
    }
    const wrong = [
      key.secret,
      `Basic ${key.secret}`,
      `Bearer ${key.secret}, Bearer ${key.secret}`,
      `Bearer ${key.secret} x`,
    ];
    for (const header of wrong) expect(await refusal(authenticateManagementKey(ctx, header))).toEqual(REFUSED);
  });

  it("AK-02: looks keys up by their hash alone, and never compares the secret with a stored one", async () => {
    const { ctx, key } = await setUp();
    const { db, statements } = await recordingDatabase();
    await authenticateManagementKey({ ...ctx, db, managementKeys: new KeyLookup(db) }, `Bearer ${key.secret}`);
    expect(statements).toHaveLength(1);
    const sent = statements[0];
    expect(sent?.text).toMatch(/where k\.secret_hash = any \(\?::bytea\[\]\)$/);
    const [hashes, ...others] = sent?.values ?? [];
    expect(others).toEqual([]);
    for (const hash of hashes as Uint8Array[]) expect(hash).toEqual(hashSecretText(key.secret));
    expect(hashes).not.toEqual([]);
  });

  it("answers each of many requests of one moment for its own key", async () => {
    const keys = [await setUp(), await setUp(), await setUp()];
    const { db, statements } = await recordingDatabase();
    const ctx = { ...(await makeContext()), managementKeys: new KeyLookup(db) };
    const unknown = createSecretText("mk_coppice_", ctx.random);
    const secrets = [unknown, ...keys.map(({ key }) => key.secret), keys[0]?.key.secret];
    const answers = await Promise.all(
      secrets.map((secret) => authenticateManagementKey(ctx, `Bearer ${secret}`).catch(() => null)),
    );
    expect(statements).toHaveLength(1);
    expect(answers.map((actor) => actor?.id)).toEqual([undefined, ...keys.map(({ key }) => key.id), keys[0]?.key.id]);
  });

  it("AK-02: asks the database nothing about text that is no key of ours", async () => {
    const { ctx, key } = await setUp();
    const { db, statements } = await recordingDatabase();
    const lastFlipped = key.secret.slice(0, -1) + (key.secret.endsWith("0") ? "1" : "0");
    for (const text of [lastFlipped, "mk_coppice_", `mk_coppice_${"a".repeat(49)}`, "x".repeat(100_000)]) {
      expect(
        await refusal(authenticateManagementKey({ ...ctx, db, managementKeys: new KeyLookup(db) }, `Bearer ${text}`)),
      ).toEqual(REFUSED);
    }
    expect(statements).toEqual([]);
  });
});

describe("noting when keys are used", () => {
  it("AK-05: keeps the newest time and address of each key, written by the time it is closed", async () => {
    const { ctx, key } = await setUp();
    const idle = await setUp();
    const recorder = new KeyUseRecorder(await workerDatabase(), ctx.log, "management_key", 60_000);
    recorder.record(key.id, new Date("2026-03-01T10:00:00.000Z"), "192.0.2.7");
    recorder.record(key.id, new Date("2026-03-01T10:00:05.000Z"), "192.0.2.8");
    recorder.record("key_that_was_deleted", new Date(), null);
    await recorder.close();
    const used = await ctx.db.managementKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(used).toMatchObject({ lastUsedAt: new Date("2026-03-01T10:00:05.000Z"), lastUsedAddress: "192.0.2.8" });
    const unused = await ctx.db.managementKey.findUniqueOrThrow({ where: { id: idle.key.id } });
    expect(unused).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
  });

  it("does not let a process that writes late undo the writes of another", async () => {
    const { ctx, key } = await setUp();
    const db = await workerDatabase();
    const [early, late] = [
      new KeyUseRecorder(db, ctx.log, "management_key"),
      new KeyUseRecorder(db, ctx.log, "management_key"),
    ];
    early.record(key.id, new Date("2026-03-01T10:00:00.000Z"), "192.0.2.7");
    late.record(key.id, new Date("2026-03-01T11:00:00.000Z"), null);
    await late.close();
    await early.close();
    const row = await ctx.db.managementKey.findUniqueOrThrow({ where: { id: key.id } });
    expect(row).toMatchObject({ lastUsedAt: new Date("2026-03-01T11:00:00.000Z"), lastUsedAddress: null });
  });

  it("keeps its notes when the database does not take them, and writes them the next time", async () => {
    const { ctx, key } = await setUp();
    const { db, failNext } = await failingDatabase();
    const recorder = new KeyUseRecorder(db, ctx.log, "management_key", 60_000);
    recorder.record(key.id, new Date("2026-03-01T10:00:00.000Z"), "192.0.2.7");
    failNext();
    await recorder.flush();
    expect(await ctx.db.managementKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({ lastUsedAt: null });
    await recorder.close();
    expect(await ctx.db.managementKey.findUniqueOrThrow({ where: { id: key.id } })).toMatchObject({
      lastUsedAddress: "192.0.2.7",
    });
  });
});

/** The worker's client, with every raw statement noted before it is sent. */
async function recordingDatabase() {
  const real = await workerDatabase();
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const db = real.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        const { sql, values } = args as { sql: string; values: unknown[] };
        statements.push({ text: sql.trim(), values });
        return query(args);
      },
    },
  });
  return { db: db as unknown as typeof real, statements };
}

/** The worker's client, whose next statement fails. */
async function failingDatabase() {
  const real = await workerDatabase();
  let isFailing = false;
  const db = real.$extends({
    query: {
      $allOperations: ({ args, query }) => {
        if (!isFailing) return query(args);
        isFailing = false;
        throw new Error("the connection was lost");
      },
    },
  });
  return {
    db: db as unknown as typeof real,
    failNext: () => {
      isFailing = true;
    },
  };
}
