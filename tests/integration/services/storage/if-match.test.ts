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
const removeIf = async (ifMatch: string, key = "a") =>
  deleteObject(await storage.server(), {
    ...{ projectId: storage.projectId, bucket: bucket.name, key },
    ifMatch: ifMatchIn(new Headers({ "if-match": ifMatch })),
  });

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
