import { beforeEach, expect, it } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { ifMatchIn } from "@/lib/services/storage/objects/if-match";
import { makeBucket, makeStorage, put, type TestStorage } from "@/tests/support/storage";

let storage: TestStorage;
let bucket: Bucket;

beforeEach(async () => {
  storage = await makeStorage();
  bucket = await makeBucket(storage);
});

const OTHER = `"${"0".repeat(32)}"`;
const FAILED = { code: "precondition_failed" };

const putIf = (ifMatch: string, key = "a") => put(storage, bucket, key, ifMatch, { headers: { "if-match": ifMatch } });
const removeWith = async (headers: Record<string, string>, key = "a") =>
  deleteObject(await storage.server(), {
    ...{ projectId: storage.projectId, bucket: bucket.name, key },
    ifMatch: ifMatchIn(new Headers(headers)),
  });
const removeIf = (ifMatch: string, key = "a") => removeWith({ "if-match": ifMatch }, key);

it("any object is replaced or deleted by *, and none is made", async () => {
  await expect(putIf("*")).rejects.toMatchObject(FAILED);
  await put(storage, bucket, "a");
  await putIf("*");
  await removeIf(" * ");
  await expect(putIf("*")).rejects.toMatchObject(FAILED);
  await expect(removeIf("*")).rejects.toMatchObject({ code: "object_not_found" });
});

it("one of several entity tags is enough, compared strongly and as a whole", async () => {
  const { etag } = await put(storage, bucket, "a");
  for (const others of [OTHER, `W/${etag}`, `"${etag.slice(1, -1)},x"`, '""', etag.toUpperCase()]) {
    await expect(putIf(others), others).rejects.toMatchObject(FAILED);
    await expect(removeIf(others), others).rejects.toMatchObject(FAILED);
  }
  const replaced = await putIf(`${OTHER}, "of-another,service" ,${etag}`);
  await removeIf(`,W/"x", ${replaced.etag},`);
});

it.each(["", "x", "*, *", `*, ${OTHER}`, '"open', 'w/"x"', `${OTHER} x`])(
  "%j is no list of entity tags",
  async (header) => {
    await put(storage, bucket, "a");
    await expect(putIf(header)).rejects.toMatchObject({ code: "invalid_request" });
    await expect(removeIf(header)).rejects.toMatchObject({ code: "invalid_request" });
  },
);

it("an object that was changed since is neither replaced nor deleted, unless an entity tag says more", async () => {
  const { etag, updatedAt } = await put(storage, bucket, "a");
  const shifted = (seconds: number) => new Date(Date.parse(updatedAt) + seconds * 1_000).toUTCString();
  const [before, since] = [shifted(-1), shifted(0)];
  const putWith = (headers: Record<string, string>, key = "a") => put(storage, bucket, key, "x", { headers });
  await expect(putWith({ "if-unmodified-since": before })).rejects.toMatchObject(FAILED);
  await expect(removeWith({ "if-unmodified-since": before })).rejects.toMatchObject(FAILED);
  await putWith({ "if-unmodified-since": before, "if-match": etag });
  await putWith({ "if-unmodified-since": since });
  await putWith({ "if-unmodified-since": before }, "new");
  await putWith({ "if-unmodified-since": "yesterday" });
  await removeWith({ "if-unmodified-since": since });
});
