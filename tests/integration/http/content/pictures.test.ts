import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SharpPictureMaker } from "@/lib/infra/pictures/sharp-picture-maker";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { updateBucket } from "@/lib/services/storage/buckets/update";
import { redirectToPublic } from "@/lib/services/storage/links/redirect-to-public";
import { type SignLinksInput, signLinks } from "@/lib/services/storage/links/sign";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { makeFrames, makePicture, pngThatClaims } from "@/tests/support/pictures";

const BROWSER = { accept: "image/avif,image/webp,*/*;q=0.8" };
let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket({ transforms: "any" });
  await content.put(bucket, "photo.large.jpg", await makePicture(800, 600), "image/jpeg");
});
afterAll(() => content.close());

type Transform = NonNullable<SignLinksInput["transform"]>;

async function linkTo(key: string, transform: Partial<Transform>, options: { download?: string } = {}, at = bucket) {
  const shape = { fit: "inside", format: "auto", q: 80, ...transform } as Transform;
  const asked = "preset" in transform ? (transform as Transform) : shape;
  const input = { projectId: content.projectId, bucket: at.id, keys: [key], expiresInSeconds: 60, pinned: false };
  const [link] = (await signLinks(content.ctx, { ...input, ...options, transform: asked })).urls;
  if (!link || !("url" in link)) throw new Error("no link");
  return new URL(link.url);
}

async function pictureAt(url: URL, headers: Record<string, string> = BROWSER) {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  const { format, width, height, exif } = await sharp(await response.bytes()).metadata();
  return { format, width, height, exif, headers: response.headers };
}

async function refusalOf(url: URL) {
  const response = await fetch(url, { headers: BROWSER });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error.code, message: error.message };
}

test("a picture has the size, the fit and the format that its link asks for", async () => {
  const sizes: [Partial<Transform>, number, number][] = [
    [{ w: 400 }, 400, 300],
    [{ w: 100, h: 100 }, 100, 75],
    [{ w: 100, h: 100, fit: "cover" }, 100, 100],
    [{ w: 100, h: 100, fit: "contain" }, 100, 100],
    [{ w: 4_000 }, 800, 600],
  ];
  for (const [transform, width, height] of sizes) {
    const made = await pictureAt(await linkTo("photo.large.jpg", transform));
    expect(made).toMatchObject({ width, height, format: "webp" });
  }
  for (const format of ["webp", "jpeg", "png"] as const) {
    expect(await pictureAt(await linkTo("photo.large.jpg", { w: 50, format }))).toMatchObject({ format });
  }
  expect(await pictureAt(await linkTo("photo.large.jpg", { w: 50, format: "avif" }))).toMatchObject({ format: "heif" });
});

test("a browser that reads WebP gets it, another one the picture's own format, and caches are told", async () => {
  const link = await linkTo("photo.large.jpg", { w: 60 }, { download: "mine.jpg" });
  const webp = await pictureAt(link);
  const jpeg = await pictureAt(link, { accept: "*/*" });
  expect([webp.format, jpeg.format]).toEqual(["webp", "jpeg"]);
  expect(Object.fromEntries(webp.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-disposition": "attachment; filename=mine.webp",
    "content-security-policy": expect.stringMatching(/^sandbox/),
    vary: "Accept",
  });
  expect(webp.headers.get("etag")).not.toBe(jpeg.headers.get("etag"));
  for (const [download, named] of [
    ["a.b/mine", "mine.webp"],
    ["a.b/", "photo.large.webp"],
  ]) {
    const { headers } = await pictureAt(await linkTo("photo.large.jpg", { w: 60 }, { download: download ?? "" }));
    expect(headers.get("content-disposition"), `SV-Low: ${download}`).toBe(`attachment; filename=${named}`);
  }
  const again = await fetch(link, { headers: { ...BROWSER, "if-none-match": webp.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  const shown = await fetch(await linkTo("photo.large.jpg", { w: 60 }), { headers: BROWSER });
  expect(shown.headers.get("content-disposition")).toBe("inline; filename=photo.large.webp");
});

test("a picture is turned as its camera says, and the camera's other data stays out of it", async () => {
  const turned = await sharp(await makePicture(80, 40))
    .withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "1/1 2/1 3/1" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await content.put(bucket, "turned.jpg", turned, "image/jpeg");
  const made = await pictureAt(await linkTo("turned.jpg", { w: 20, format: "jpeg" }));
  expect(made).toMatchObject({ width: 20, height: 40, exif: undefined });
});

test("PNG, WebP, GIF and AVIF are read, and the first frame of moving ones", async () => {
  for (const format of ["png", "webp", "gif", "avif"] as const) {
    await content.put(bucket, `a.${format}`, await makePicture(64, 64, format), `image/${format}`);
    expect(await pictureAt(await linkTo(`a.${format}`, { w: 32 }))).toMatchObject({ width: 32, height: 32 });
  }
  await content.put(bucket, "moves.webp", await makeFrames(10_000), "image/webp");
  expect(await pictureAt(await linkTo("moves.webp", { w: 8 }))).toMatchObject({ width: 8, height: 8 });
});

test("a public address serves presets, for everyone by the same link", async () => {
  const open = await content.bucket({ public: true, presets: { tiny: { w: 10, fit: "cover", format: "png", q: 80 } } });
  expect(open.transforms).toBe("presets");
  await content.put(open, "a.jpg", await makePicture(40, 40), "image/jpeg");
  const { headers } = await redirectToPublic(content.ctx, { bucket: open.id, key: "a.jpg", preset: "tiny" });
  expect(await pictureAt(new URL(headers.get("location") ?? ""))).toMatchObject({ width: 10, format: "png" });
  const unknown = redirectToPublic(content.ctx, { bucket: open.id, key: "a.jpg", preset: "huge" });
  await expect(unknown).rejects.toMatchObject({ code: "invalid_request", message: expect.stringContaining("tiny") });
  const missing = redirectToPublic(content.ctx, { bucket: open.id, key: "b.jpg", preset: "tiny" });
  await expect(missing).rejects.toMatchObject({ code: "not_found" });
});

test("ST-13: sizes of one's own are only for buckets that allow them, and only by link", async () => {
  const { ctx, projectId } = content;
  const presets = await content.bucket({ transforms: "presets" });
  await content.put(presets, "a.jpg", await makePicture(40, 40), "image/jpeg");
  expect(await pictureAt(await linkTo("a.jpg", { preset: "thumbnail" }, {}, presets))).toMatchObject({ width: 40 });
  for (let w = 1; w <= 1_000; w += 111) {
    await expect(linkTo("a.jpg", { w }, {}, presets)).rejects.toMatchObject({ code: "invalid_request" });
  }
  await updateBucket(ctx, { projectId, bucket: presets.id, transforms: "off" });
  for (const transform of [{ w: 5 }, { preset: "thumbnail" }]) {
    await expect(linkTo("a.jpg", transform, {}, presets)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("`off`"),
    });
  }
});

test("ST-13: a picture that claims to be immense, or is none, is refused, and refused again immediately", async () => {
  await content.put(bucket, "bomb.png", pngThatClaims(50_000, 50_000), "image/png");
  await content.put(bucket, "torn.jpg", (await makePicture(300, 300)).subarray(0, 2_000), "image/jpeg");
  await content.put(bucket, "a.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "image/svg+xml");
  await content.put(bucket, "a.txt", "text");
  const refused: [string, RegExp][] = [
    ["bomb.png", /50 million pixels/],
    ["torn.jpg", /isn't a picture that can be read/],
    ["a.svg", /No picture can be made of image\/svg\+xml/],
    ["a.txt", /No picture can be made of text\/plain/],
  ];
  for (const [key, message] of [...refused, ...refused]) {
    const expected = { status: 422, code: "picture_failed", message: expect.stringMatching(message) };
    expect(await refusalOf(await linkTo(key, { w: 8 })), key).toEqual(expected);
  }
});

test("ST-13: one project's thousand sizes leave room for the pictures of others", async () => {
  await content.put(bucket, "big.jpg", await makePicture(3_000, 2_000), "image/jpeg");
  const links = await Promise.all(Array.from({ length: 40 }, (_, i) => linkTo("big.jpg", { w: 500 + i })));
  const statuses = await Promise.all(links.map(async (link) => (await fetch(link)).status));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(16);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
});

test("ST-09: the shape is signed, and a link to a picture ends with its object", async () => {
  const link = await linkTo("photo.large.jpg", { w: 30 });
  for (const shape of ["w31-inside-auto-q80", "w30", "", "w30-inside-auto-q80-x"]) {
    const changed = new URL(link);
    changed.searchParams.set("t", shape);
    expect(await refusalOf(changed)).toMatchObject({ status: 403, code: "invalid_link" });
  }
  await content.put(bucket, "gone.jpg", await makePicture(30, 30), "image/jpeg");
  const gone = await linkTo("gone.jpg", { w: 9 });
  await deleteObject(content.ctx, { projectId: content.projectId, bucket: bucket.id, key: "gone.jpg" });
  expect(await refusalOf(gone)).toMatchObject({ status: 404, code: "object_not_found" });
});

describe("the maker of pictures", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "pictures-"));
    await writeFile(join(folder, "large.jpg"), await makePicture(4_000, 4_000));
    await writeFile(join(folder, "small.jpg"), await makePicture(10, 10));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const order = (name: string) => ({
    ...{ source: join(folder, name), target: join(folder, "made"), w: undefined, h: undefined },
    ...({ fit: "inside", format: "avif", q: 100 } as const),
  });

  test.each([
    ["time", { maxMilliseconds: 3_000 }, "The picture takes too long to make."],
    ["memory", { maxMemoryBytes: 110 * 1024 ** 2 }, "The picture takes too much memory to make."],
  ])("ends a picture that takes too much %s, and goes on with the next", async (_, limits, message) => {
    const maker = new SharpPictureMaker(limits);
    await expect(maker.make(order("large.jpg"))).rejects.toMatchObject({ code: "picture_failed", message });
    await rm(join(folder, "made"), { force: true });
    await expect.poll(() => maker.make(order("small.jpg")).catch((error) => error.message)).toBeUndefined();
    expect(existsSync(join(folder, "made"))).toBe(true);
    await maker.close();
  });
});
