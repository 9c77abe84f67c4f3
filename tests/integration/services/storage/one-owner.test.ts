import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { S3Settings } from "@/lib/core/s3-settings";
import { S3ObjectStore } from "@/lib/infra/object-store/s3-object-store";
import type { ServiceContext } from "@/lib/runtime";
import { removeBundles } from "@/lib/services/functions/deployments/remove-versions";
import { claimStore } from "@/lib/services/storage/bytes/claim-store";
import { ownsStore } from "@/lib/services/storage/bytes/ownership";
import { reconcileStorage } from "@/lib/services/storage/bytes/reconcile";
import { sweepVersions } from "@/lib/services/storage/bytes/sweep";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { endUpload } from "@/lib/services/storage/uploads/end";
import { OPERATOR } from "@/tests/support/context";
import { startS3Server } from "@/tests/support/s3-server";
import { makeBucket, makeStorage, put, type TestStorage } from "@/tests/support/storage";

let s3: Awaited<ReturnType<typeof startS3Server>>;
let storage: TestStorage;
let store: S3ObjectStore;
let ctx: ServiceContext;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

beforeEach(async () => {
  storage = await makeStorage();
  await useBucket(s3.settings);
  await store.ownerMark.write("another installation");
});

/** Opens a bucket as a restored installation does, which knows none as its own. */
async function useBucket(settings: S3Settings): Promise<void> {
  const staged = await mkdtemp(join(tmpdir(), "staged-"));
  onTestFinished(() => rm(staged, { recursive: true, force: true }));
  store = new S3ObjectStore(settings, staged);
  ctx = { ...(await storage.server()), objects: store };
  await ctx.db.objectStoreOwner.deleteMany();
}

const operator = (): ServiceContext => ({ ...ctx, actor: OPERATOR });

async function keep(bytesId: string): Promise<string> {
  const file = await store.stagedFile(bytesId);
  await writeFile(file, "bytes");
  await store.adopt(file, bytesId);
  return bytesId;
}

/** Stores bytes of each kind that something deletes, lets their time come, and returns their ids. */
async function makeDeletable(): Promise<{ ids: string[]; run: () => Promise<void> }> {
  const bucket = await makeBucket(storage);
  const at = { projectId: storage.projectId, bucket: bucket.id };
  await put(storage, bucket, "deleted.txt", "deleted", { as: ctx });
  const where = { projectId: storage.projectId };
  const { bytesId } = await ctx.db.objectVersion.findFirstOrThrow({ where });
  await deleteObject(ctx, { ...at, key: "deleted.txt" });
  const { id } = (await createUpload(ctx, { ...at, key: "ended.txt", size: 5, metadata: {} })).upload;
  const { versionId } = await ctx.db.objectUpload.findUniqueOrThrow({ where: { id } });
  const [ofUpload, ofFunction, unknown] = [await keep(versionId), await keep(`fv_${id}`), await keep(`obj_${id}`)];
  // The store has a clock of its own.
  storage.clock.advance(Date.now() + 26 * 3_600_000 - storage.clock.now().getTime());
  return {
    ids: [bytesId, ofUpload, ofFunction, unknown],
    run: async () => {
      await endUpload(ctx, id);
      await removeBundles(ctx, [{ id: ofFunction, sourcesId: null }]);
      await sweepVersions(ctx);
      await reconcileStorage(ctx);
    },
  };
}

const found = (ids: string[]) => Promise.all(ids.map((id) => store.has(id)));

test("a bucket without an owner becomes that of the installation, which deletes from it", async () => {
  const unclaimed = await startS3Server();
  onTestFinished(() => unclaimed.close());
  await useBucket(unclaimed.settings);
  const { ids, run } = await makeDeletable();
  await Promise.all([run(), sweepVersions(ctx)]);
  expect(await found(ids)).toEqual([false, false, false, false]);
  expect(await store.ownerMark.read()).toBe((await ctx.db.objectStoreOwner.findFirstOrThrow()).mark);
});

test("bytes in a bucket of another installation stay, until an operator claims it", async () => {
  const { ids, run } = await makeDeletable();
  await run();
  expect(await found(ids)).toEqual([true, true, true, true]);

  await expect(claimStore(ctx)).rejects.toMatchObject({ code: "missing_permission" });
  expect(await claimStore(operator())).toBe(true);
  const { mark } = await ctx.db.objectStoreOwner.findFirstOrThrow();
  expect(await ctx.db.auditEvent.findFirst({ where: { targetId: mark } })).toMatchObject({
    action: "object_store.claim",
  });
  await run();
  expect(await found(ids)).toEqual([false, false, false, false]);
});

test("the former owner of a bucket deletes nothing from it any more", async () => {
  await claimStore(operator());
  const { ids, run } = await makeDeletable();
  await store.ownerMark.write("the restored installation");
  await run();
  expect(await found(ids)).toEqual([true, true, true, true]);
});

test("a folder has no other owner", async () => {
  expect(await ownsStore(await storage.server())).toBe(true);
  expect(await claimStore({ ...(await storage.server()), actor: OPERATOR })).toBe(false);
});
