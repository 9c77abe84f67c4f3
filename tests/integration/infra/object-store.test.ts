import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "@/lib/core/ids";
import type { KeptBytes, ObjectStore } from "@/lib/core/ports/object-store";
import type { S3Settings } from "@/lib/core/s3-settings";
import { DiskObjectStore } from "@/lib/infra/object-store/disk-object-store";
import { S3ObjectStore } from "@/lib/infra/object-store/s3-object-store";
import { random } from "@/tests/support/context";
import { startS3Server } from "@/tests/support/s3-server";
import { startVersionedBucket } from "@/tests/support/versioned-bucket";

interface Opened {
  store: ObjectStore;
  close(): Promise<void>;
}

/** A store of the operator's: COPPICE_TEST_S3_ENDPOINT and so on. Its bucket should be for tests alone. */
const { COPPICE_TEST_S3_BUCKET: bucket, ...variables } = process.env;
const real: S3Settings | null = bucket
  ? {
      bucket,
      endpoint: variables.COPPICE_TEST_S3_ENDPOINT ?? null,
      region: variables.COPPICE_TEST_S3_REGION ?? "us-east-1",
      accessKeyId: variables.COPPICE_TEST_S3_ACCESS_KEY_ID ?? "",
      secretAccessKey: variables.COPPICE_TEST_S3_SECRET_ACCESS_KEY ?? "",
    }
  : null;

const STORES: Record<string, (folder: string) => Promise<Opened>> = {
  disk: async (folder) => ({ store: new DiskObjectStore(folder), close: async () => undefined }),
  s3rver: async (folder) => {
    const { settings, close } = await startS3Server();
    return { store: new S3ObjectStore(settings, folder), close };
  },
  ...(real && { s3: async (folder) => ({ store: new S3ObjectStore(real, folder), close: async () => undefined }) }),
};

describe.each(Object.entries(STORES))("a store of objects: %s", (_, open) => {
  let folder: string;
  let opened: Opened;
  let store: ObjectStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "object-store-"));
    opened = await open(folder);
    store = opened.store;
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function stage(bytes: Uint8Array): Promise<{ uploadId: string; file: string; bytesId: string }> {
    const uploadId = createId("upload", random);
    const file = await store.stagedFile(uploadId);
    await writeFile(file, bytes);
    return { uploadId, file, bytesId: createId("objectVersion", random) };
  }

  async function keep(bytes: Uint8Array): Promise<string> {
    const { file, bytesId } = await stage(bytes);
    await store.adopt(file, bytesId);
    return bytesId;
  }

  async function idsOf(list: AsyncIterable<KeptBytes>): Promise<string[]> {
    const found: string[] = [];
    for await (const { id, modifiedAt } of list) {
      expect(modifiedAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
      found.push(id);
    }
    return found;
  }

  test.each([0, 1, 70_000, 40 * 1024 ** 2])("keeps %i bytes as they are", async (size) => {
    const bytes = randomBytes(size);
    const bytesId = await keep(bytes);
    expect(await store.has(bytesId)).toBe(true);
    expect((await buffer(await store.read(bytesId))).equals(bytes)).toBe(true);
  });

  test("adopting again after a crash changes nothing, and without bytes it fails", async () => {
    const { file, bytesId } = await stage(Buffer.from("kept"));
    await store.adopt(file, bytesId);
    expect(existsSync(file)).toBe(false);
    await store.adopt(file, bytesId);
    expect((await buffer(await store.read(bytesId))).toString()).toBe("kept");
    await expect(store.adopt(file, createId("objectVersion", random))).rejects.toThrow(/ENOENT/);
  });

  test("a part is read from its first to its last byte, and a store of files names the file", async () => {
    const bytesId = await keep(Buffer.from("0123456789"));
    const part = async (start: number, end: number) =>
      (await buffer(await store.read(bytesId, { start, end }))).toString();
    expect([await part(2, 4), await part(0, 1), await part(9, 9), await part(0, 9)]).toEqual([
      ...["234", "01", "9", "0123456789"],
    ]);
    const file = store.fileOf(bytesId);
    if (file !== null) expect(existsSync(file)).toBe(true);
  });

  test("a removed object is gone, and may be removed again", async () => {
    const bytesId = await keep(Buffer.from("gone"));
    await store.remove(bytesId);
    expect(await store.has(bytesId)).toBe(false);
    await expect(store.read(bytesId)).rejects.toMatchObject({ code: "ENOENT" });
    await store.remove(bytesId);
  });

  test("lists kept and staged files, each apart", async () => {
    const bytesId = await keep(Buffer.from("listed"));
    const { uploadId } = await stage(Buffer.from("staged"));
    expect(await idsOf(store.list())).toContain(bytesId);
    expect(await idsOf(store.list())).not.toContain(uploadId);
    expect(await idsOf(store.listStaged())).toEqual([expect.stringContaining(uploadId)]);
    await store.discardStaged(uploadId);
    await store.discardStaged(uploadId);
    expect(await idsOf(store.listStaged())).toEqual([]);
  });
});

test("SV-Low: a store that doesn't answer is told apart from bytes that it doesn't have", async () => {
  const folder = await mkdtemp(join(tmpdir(), "object-store-"));
  const { settings, close } = await startS3Server();
  await close();
  const store = new S3ObjectStore(settings, folder);
  const id = createId("objectVersion", random);
  const away = { code: "object_store_unavailable", message: expect.stringMatching(/^The store that keeps objects/) };
  const file = await store.stagedFile(id);
  await writeFile(file, "kept");
  const asking = [() => store.read(id), () => store.has(id), () => store.remove(id), () => store.adopt(file, id)];
  for (const ask of asking) await expect(ask()).rejects.toMatchObject(away);
  expect(existsSync(file)).toBe(true);
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ["Enabled", true],
  ["Suspended", false],
  ["none", false],
  ["refused", null],
] as const)("a bucket whose versions are %s is told by name", async (status, keepsVersions) => {
  const { settings, close } = await startVersionedBucket(status);
  expect(await new S3ObjectStore(settings, tmpdir()).keepsVersions()).toBe(keepsVersions);
  await close();
  await expect(new S3ObjectStore(settings, tmpdir()).keepsVersions()).rejects.toMatchObject({
    code: "object_store_unavailable",
  });
  expect(await new DiskObjectStore(tmpdir()).keepsVersions()).toBeNull();
});
