import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { type KeyRing, parseKeyRing, SealError, SecretSealer, sealedKeyId } from "@/lib/core/crypto/seal";
import type { DatabaseClient } from "@/lib/core/db/client";
import { createId } from "@/lib/core/ids";
import { listKeyUsage, requireCompleteKeyRing } from "@/lib/hosting/secrets/check";
import { addPrimaryKey, type KeyFile } from "@/lib/hosting/secrets/key-file";
import { resealAll } from "@/lib/hosting/secrets/reseal";
import { rotateSecrets } from "@/lib/hosting/secrets/rotate";
import { createProject } from "@/lib/sign-in/projects/create";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { createOrganisation, lookupsOn, makeContext, random } from "@/tests/support/context";
import { emptyControlContext } from "@/tests/support/control-database";
import { createRendezvous } from "@/tests/support/rendezvous";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const DATABASES = 450;
/** A host, a kept reply, two client secrets and a signing key. */
const OTHERS = 5;
const settle = async () => undefined;

class MemoryKeyFile implements KeyFile {
  text = `k1:${Buffer.from(random.bytes(32)).toString("base64")}\n`;
  read = async () => this.text;
  write = async (text: string) => {
    this.text = text;
  };
  ring = (): KeyRing => parseKeyRing(this.text.trim());
}

/** A control plane of its own with a host, databases in more than two batches, and a kept reply, under key `k1`. */
async function setUp(databases = DATABASES) {
  const file = new MemoryKeyFile();
  const sealer = new SecretSealer(file.ring(), random, file.ring);
  const ctx = await emptyControlContext({ sealer });
  const { id: organisationId } = await ctx.db.organisation.create({ data: { id: "org_1", name: "Acme" } });
  const host = await insertHost(ctx, { provisionerUrl: "postgresql://p:secret@127.0.0.1:1/postgres" });
  for (let i = 0; i < databases; i++) await insertDatabase(ctx, { organisationId, hostId: host.id });
  const place = { table: "idempotency_record", column: "body", rowId: "idem_1" };
  const record = { id: "idem_1", principalId: "key_1", route: "r", key: "k", requestHash: new Uint8Array(32) };
  const times = { lockedUntil: new Date() };
  await ctx.db.idempotencyRecord.create({ data: { ...record, ...times, body: sealer.seal("the reply", place) } });
  await ctx.db.idempotencyRecord.create({ data: { ...record, ...times, id: "idem_2", key: "k2" } });
  await insertProjectSecrets(ctx);
  return { ctx, file, host };
}

/** Two client secrets of one project and a signing key of it. */
async function insertProjectSecrets(ctx: Context): Promise<void> {
  const project = await createProject(ctx, { organisationId: "org_1", name: "Shop" });
  const address = { organisationId: "org_1", projectId: project.id, clientId: "client", isEnabled: true };
  for (const provider of ["github", "google"] as const) {
    await setProvider(
      { ...ctx, ...lookupsOn(ctx.db as DatabaseClient) },
      { ...address, provider, clientSecret: `secret-of-${provider}` },
    );
  }
  const id = createId("signingKey", random);
  const place = { table: "signing_key", column: "private_jwk", rowId: id };
  const row = { id, projectId: project.id, algorithm: "EdDSA", status: "current", publicJwk: {} };
  await ctx.db.signingKey.create({ data: { ...row, privateJwk: ctx.sealer.seal("the private key", place) } });
}

/** Every sealed value, opened. Throws when one does not open. */
async function openAll(ctx: Context, sealer: SecretSealer): Promise<string[]> {
  const [hosts, databases, records, providers, signingKeys] = [
    await ctx.db.host.findMany({ select: { id: true, provisionerUrl: true } }),
    await ctx.db.database.findMany({ select: { id: true, password: true } }),
    await ctx.db.idempotencyRecord.findMany({ where: { body: { not: null } }, select: { id: true, body: true } }),
    await ctx.db.projectProvider.findMany({ select: { projectId: true, provider: true, clientSecret: true } }),
    await ctx.db.signingKey.findMany({ select: { id: true, privateJwk: true } }),
  ];
  return [
    ...hosts.map((row) => sealer.open(row.provisionerUrl, { table: "host", column: "provisioner_url", rowId: row.id })),
    ...databases.map((row) => sealer.open(row.password, { table: "database", column: "password", rowId: row.id })),
    ...records.map((row) =>
      sealer.open(row.body ?? "", { table: "idempotency_record", column: "body", rowId: row.id }),
    ),
    ...providers.map((row) => {
      const rowId = `${row.projectId}:${row.provider}`;
      return sealer.open(row.clientSecret, { table: "project_provider", column: "client_secret", rowId });
    }),
    ...signingKeys.map((row) =>
      sealer.open(row.privateJwk, { table: "signing_key", column: "private_jwk", rowId: row.id }),
    ),
  ].sort();
}

describe("rotating the secret keys", () => {
  it("RF-25: re-seals everything while processes read and write, and no read fails", async () => {
    const { ctx, file } = await setUp();
    const before = await openAll(ctx, ctx.sealer);
    expect(before).toHaveLength(DATABASES + OTHERS);
    const serving = new SecretSealer(file.ring(), random, file.ring);
    let isRotating = true;
    let reads = 0;
    const reading = (async () => {
      while (isRotating) {
        expect(await openAll(ctx, serving)).toEqual(before);
        reads += 1;
      }
    })();
    const rotation = await rotateSecrets(ctx, { keyFile: file, retire: true, settle });
    isRotating = false;
    await reading;
    expect(reads).toBeGreaterThan(0);
    expect(rotation).toMatchObject({
      resealed: DATABASES + OTHERS,
      unreadable: [],
      primaryKeyId: "k2",
      retiredKeyIds: ["k1"],
    });
    expect(file.ring().map((key) => key.id)).toEqual(["k2"]);
    expect(await openAll(ctx, new SecretSealer(file.ring(), random))).toEqual(before);
    const events = await ctx.db.auditEvent.findMany({ where: { action: "secrets.rotate" } });
    expect(events).toEqual([expect.objectContaining({ organisationId: "service", targetId: "k2" })]);
  });

  it("RF-25: ended half-way, every value still opens, and a second run finishes", async () => {
    const { ctx, file } = await setUp();
    const before = await openAll(ctx, ctx.sealer);
    const dying = { ...ctx, db: endingAfter(ctx.db, 2) };
    const sealer = new SecretSealer(await addPrimaryKey(ctx, file), random);
    await expect(resealAll({ ...dying, sealer })).rejects.toThrow("the process ended");
    const halfway = await listKeyUsage({ ...ctx, sealer });
    expect(halfway.map((usage) => usage.keyId)).toEqual(["k1", "k2"]);
    expect(await openAll(ctx, sealer)).toEqual(before);
    const rotation = await rotateSecrets(ctx, { keyFile: file, retire: true, settle });
    expect(rotation).toMatchObject({ resealed: DATABASES + OTHERS, primaryKeyId: "k3", otherKeyIdsInUse: [] });
    expect(rotation.retiredKeyIds.sort()).toEqual(["k1", "k2"]);
    expect(await openAll(ctx, new SecretSealer(file.ring(), random))).toEqual(before);
  });

  it("RF-25: a value written meanwhile under the old key is found by the second pass, before the key is dropped", async () => {
    const { ctx, file, host } = await setUp(1);
    const writeUnderOldKey = async () => void (await insertDatabase(ctx, { organisationId: "org_1", hostId: host.id }));
    const rotation = await rotateSecrets(ctx, { keyFile: file, retire: true, settle: writeUnderOldKey });
    expect(rotation).toMatchObject({ resealed: 2 + OTHERS, retiredKeyIds: ["k1"] });
    expect(await openAll(ctx, new SecretSealer(file.ring(), random))).toHaveLength(2 + OTHERS);
  });

  it("RF-25: a value that changes between reading and writing keeps the change", async () => {
    const { ctx, file } = await setUp(1);
    const ring = await addPrimaryKey(ctx, file);
    const { id } = await ctx.db.database.findFirstOrThrow();
    const place = { table: "database", column: "password", rowId: id };
    const racing = {
      ...ctx,
      sealer: new SecretSealer(ring, random),
      db: beforeUpdate(ctx.db, async () => {
        await ctx.db.database.update({
          where: { id },
          data: { password: ctx.sealer.seal("rotated meanwhile", place) },
        });
      }),
    };
    expect(await resealAll(racing)).toMatchObject({ resealed: OTHERS, skipped: 1 });
    const { password } = await ctx.db.database.findFirstOrThrow({ select: { password: true } });
    expect(ctx.sealer.open(password, place)).toBe("rotated meanwhile");
  });

  it("RF-25: a start is refused when a key that values need is absent, and names it", async () => {
    const { ctx, file } = await setUp(2);
    await expect(requireCompleteKeyRing(ctx)).resolves.toBeUndefined();
    const [old] = file.ring();
    const sealer = new SecretSealer([{ id: "k9", secret: random.bytes(32) }], random);
    await expect(requireCompleteKeyRing({ ...ctx, sealer })).rejects.toThrow("k1 (7 values)");
    expect(await listKeyUsage({ ...ctx, sealer })).toEqual([{ keyId: "k1", values: 2 + OTHERS, inRing: false }]);
    const both = new SecretSealer([{ id: "k9", secret: random.bytes(32) }, old], random);
    await expect(requireCompleteKeyRing({ ...ctx, sealer: both })).resolves.toBeUndefined();
  });

  it("keeps a key that a value needs which nothing opens, and names the value", async () => {
    const { ctx, file, host } = await setUp(1);
    const misplaced = ctx.sealer.seal("x", { table: "host", column: "provisioner_url", rowId: "host_other" });
    await ctx.db.host.update({ where: { id: host.id }, data: { provisionerUrl: misplaced } });
    const rotation = await rotateSecrets(ctx, { keyFile: file, retire: true, settle });
    expect(rotation).toMatchObject({ unreadable: [`host.provisioner_url:${host.id}`], retiredKeyIds: [] });
    expect(rotation.otherKeyIdsInUse).toEqual(["k1"]);
    expect(file.ring().map((key) => key.id)).toEqual(["k2", "k1"]);
  });

  it("loses no key when two rotations happen at once", async () => {
    const { ctx, file } = await setUp(3);
    const meet = createRendezvous(ctx.db);
    const read = async () => {
      const { text } = file;
      await meet();
      return text;
    };
    const keyFile: KeyFile = { read, write: file.write };
    await Promise.all([1, 2].map(() => rotateSecrets(ctx, { keyFile, retire: false, settle })));
    expect(file.ring().map((key) => key.id)).toEqual(["k3", "k2", "k1"]);
    expect(await openAll(ctx, new SecretSealer(file.ring(), random))).toHaveLength(3 + OTHERS);
  });

  it("re-seals with the first key of a ring from the environment, and leaves the ring to the operator", async () => {
    const { ctx, file } = await setUp(1);
    const sealer = new SecretSealer([{ id: "n1", secret: random.bytes(32) }, ...file.ring()], random);
    const rotation = await rotateSecrets({ ...ctx, sealer }, { keyFile: null, retire: false, settle });
    expect(rotation).toMatchObject({
      resealed: 1 + OTHERS,
      primaryKeyId: "n1",
      retiredKeyIds: [],
      otherKeyIdsInUse: [],
    });
  });

  it("is the operator's alone", async () => {
    const { member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    const file = new MemoryKeyFile();
    const before = file.text;
    await expect(rotateSecrets(ctx, { keyFile: file, retire: true, settle })).rejects.toMatchObject({
      code: "missing_permission",
    });
    expect(file.text).toBe(before);
  });
});

describe("stored secrets", () => {
  it("SC-01: a dump of the control database shows none of them, and two swapped values do not open", async () => {
    const { ctx } = await setUp(2);
    const secrets = await openAll(ctx, ctx.sealer);
    const dump = await ctx.db.$queryRaw<{ row: string }[]>`
      select h::text as row from host h union all select d::text from database d union all select i::text from idempotency_record i
      union all select p::text from project_provider p union all select s::text from signing_key s`;
    expect(dump).toHaveLength(8);
    for (const secret of secrets) expect(JSON.stringify(dump)).not.toContain(secret);
    const [first, second] = await ctx.db.database.findMany({ select: { id: true, password: true } });
    if (!first || !second) throw new Error("two databases were expected");
    expect(sealedKeyId(first.password)).toBe("k1");
    await ctx.db.database.update({ where: { id: first.id }, data: { password: second.password } });
    await expect(openAll(ctx, ctx.sealer)).rejects.toThrow(SealError);
  });

  it("SC-03: a secret is sealed under a key derived for sealing, not the ring's key itself", async () => {
    const secret = random.bytes(32);
    const place = { table: "database", column: "password", rowId: "db_1" };
    const sealed = new SecretSealer([{ id: "k1", secret }], random).seal("text", place);
    const bytes = Buffer.from(sealed.split(".")[2] ?? "", "base64url");
    const { createDecipheriv, hkdfSync } = await import("node:crypto");
    const decrypt = (key: Uint8Array) => {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
        .setAAD(Buffer.from("database.password:db_1"))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    };
    const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
    expect(decrypt(derived("coppice/seal"))).toBe("text");
    expect(() => decrypt(secret)).toThrow();
    expect(() => decrypt(derived("coppice/dashboard-session"))).toThrow();
  });
});

type Client = Awaited<ReturnType<typeof emptyControlContext>>["db"];

/** Returns the same client, whose process "ends" at the given raw update. */
function endingAfter(db: Client, updates: number): Client {
  let left = updates;
  return beforeUpdate(db, async () => {
    if (left === 0) throw new Error("the process ended");
    left -= 1;
  });
}

/** Returns the same client, which does `work` before each raw update. */
function beforeUpdate(db: Client, work: () => Promise<void>): Client {
  if (!("$extends" in db)) throw new Error("a client was expected");
  return db.$extends({
    query: {
      $allOperations: async ({ operation, args, query }) => {
        if (operation === "$executeRaw") await work();
        return query(args);
      },
    },
  }) as unknown as Client;
}
