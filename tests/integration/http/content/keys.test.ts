import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { readObject } from "@/lib/services/storage/links/read";
import { redirectToPublic } from "@/lib/services/storage/links/redirect-to-public";
import { signLinks } from "@/lib/services/storage/links/sign";
import { copyObject } from "@/lib/services/storage/objects/copy";
import { deleteObjects } from "@/lib/services/storage/objects/delete-many";
import { ListObjectsInput, listObjects } from "@/lib/services/storage/objects/list";
import { moveObject } from "@/lib/services/storage/objects/move";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";

let content: ContentServer;
let bucket: Bucket;
let at: { projectId: string; bucket: string };
let authorization: string;

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket({ public: true });
  at = { projectId: content.projectId, bucket: bucket.id };
  authorization = `Bearer ${await content.key("server")}`;
});
afterAll(() => content.close());

const KEYS = [
  ...["report #1.pdf", "Q&A?.png", "a+b c.txt", "logo-ios@2x.png", "100%.txt", "%41.txt", "a;b,c=d", "a:b|c^~[x]"],
  ...["ü/é.txt", "😀.txt", "Screenshot 2026-09-01 at 9.41.00\u202fAM.png", ".hidden", "a..b", "con/aux.txt", "ends."],
  ...["x".repeat(255), "y".repeat(1_000), "'\"<>`{}$!*()", "a\u2028b", "..a/b..", "a/.../b"],
];

async function upload(key: string): Promise<void> {
  const fields = { bucket: bucket.name, key, filetype: "text/plain" };
  const pairs = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`);
  const answer = await fetch(`${content.url}/uploads`, {
    method: "POST",
    headers: {
      ...{ authorization, "tus-resumable": "1.0.0", "content-type": "application/offset+octet-stream" },
      ...{ "upload-length": "5", "upload-metadata": pairs.join(",") },
    },
    body: "bytes",
  });
  expect(answer.status, key).toBe(201);
}

test.each(KEYS)("a key comes back as it was given at each door: %s", async (key) => {
  const { ctx } = content;
  await upload(key);
  const stored = await readObject(ctx, { ...at, key, view: "metadata" });
  expect(stored).toMatchObject({ key, size: 5 });
  const listed = async (input: object) => await listObjects(ctx, { ...at, ...ListObjectsInput.parse(input) });
  expect((await listed({ prefix: key })).items).toEqual([stored]);
  const folder = key.includes("/") ? `${key.split("/", 1)[0]}/` : null;
  const { items, prefixes } = await listed({ prefix: key.slice(0, [...key][0]?.length), delimiter: "/" });
  expect(folder === null ? items.map((item) => item.key) : prefixes).toContain(folder ?? key);
  const [link] = (await signLinks(ctx, { ...at, keys: [key], expiresInSeconds: 60, pinned: false })).urls;
  const open = await redirectToPublic(ctx, { bucket: bucket.id, key });
  for (const address of [link && "url" in link ? link.url : "", open.headers.get("location") ?? ""]) {
    expect(await (await fetch(address)).text(), address).toBe("bytes");
  }
  const [copy, moved] = [`copies/${key}`.slice(0, 1_024), `moved/${key}`.slice(0, 1_024)];
  expect(await copyObject(ctx, { ...at, from: key, to: copy, overwrite: false })).toMatchObject({ key: copy });
  expect(await moveObject(ctx, { ...at, from: copy, to: moved, overwrite: false })).toMatchObject({ key: moved });
  expect(await deleteObjects(ctx, { ...at, keys: [key, moved, copy] })).toEqual({ deleted: 2, done: true });
});
