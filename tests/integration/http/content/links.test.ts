import { afterAll, beforeAll, expect, test } from "vitest";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { redirectToPublic } from "@/lib/services/storage/links/redirect-to-public";
import { signLinks } from "@/lib/services/storage/links/sign";
import { copyObject } from "@/lib/services/storage/objects/copy";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { type ContentServer, startContentInProcess } from "@/tests/support/content-server";
import { askRaw } from "@/tests/support/raw-connection";

let content: ContentServer;
let bucket: Bucket;

beforeAll(async () => {
  content = await startContentInProcess();
  bucket = await content.bucket();
  await content.put(bucket, "docs/a b.txt", "0123456789");
  await content.put(bucket, "page.html", "<script>fetch('/')</script>", "text/html");
});
afterAll(() => content.close());

async function linkTo(key: string, options: { download?: true | string; pinned?: boolean } = {}, inBucket = bucket) {
  const { ctx, projectId } = content;
  const input = { projectId, bucket: inBucket.id, keys: [key], expiresInSeconds: 60, pinned: false, ...options };
  const [link] = (await signLinks(ctx, input)).urls;
  if (!link || !("url" in link)) throw new Error("no link");
  return new URL(link.url);
}

async function refusalOf(url: URL | string, init: RequestInit = {}) {
  const response = await fetch(url, init);
  return { status: response.status, code: ((await response.json()) as { error: { code: string } }).error.code };
}

const INVALID = { status: 403, code: "invalid_link" };

test("a link is followed without a key, and its object tells its metadata", async () => {
  for (const pinned of [false, true]) {
    const response = await fetch(await linkTo("docs/a b.txt", { pinned }));
    expect(await response.text()).toBe("0123456789");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": "10",
      "content-disposition": 'inline; filename="a b.txt"',
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none'/),
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "access-control-allow-origin": "*",
      "cache-control": pinned ? expect.stringMatching(/^private, max-age=\d+$/) : "private, no-cache",
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    });
    expect(response.headers.has("set-cookie")).toBe(false);
  }
  const head = await fetch(await linkTo("docs/a b.txt"), { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
});

test("ST-04: an object that could run scripts is only ever downloaded", async () => {
  const types = ["text/html", "image/svg+xml", "application/xml", "application/pdf", "text/javascript", "x/y"];
  for (const [i, type] of types.entries()) {
    await content.put(bucket, `x${i}`, "<svg onload=alert(1)>", type);
    const { headers } = await fetch(await linkTo(`x${i}`));
    const told = [headers.get("content-type"), headers.get("content-disposition")];
    expect(told).toEqual([type, `attachment; filename=x${i}`]);
  }
});

test("ST-02, ST-09, AT-L1: a link that is changed anywhere is worthless", async () => {
  const link = await linkTo("docs/a b.txt", { download: "other.txt" });
  expect((await fetch(link)).status).toBe(200);
  const changes: ((url: URL) => void)[] = [
    (url) => url.searchParams.set("e", String(Number(url.searchParams.get("e")) + 1)),
    (url) => url.searchParams.set("e", "1e99"),
    (url) => url.searchParams.set("d", "evil.html"),
    (url) => url.searchParams.delete("d"),
    (url) => url.searchParams.set("t", "w100"),
    (url) => url.searchParams.append("d", "twice"),
    (url) => url.searchParams.append("e", "1"),
    (url) => url.searchParams.append("s", "again"),
    (url) => url.searchParams.append("k", "again"),
    (url) => url.searchParams.set("k", "unknown"),
    (url) => url.searchParams.delete("k"),
    (url) => url.searchParams.set("s", ""),
    (url) => url.searchParams.set("s", `${url.searchParams.get("s")}A`),
    (url) => url.searchParams.delete("s"),
    (url) => {
      url.pathname = url.pathname.replace("a%20b.txt", "page.html");
    },
    (url) => {
      url.pathname = `${url.pathname}/x`;
    },
    (url) => {
      url.pathname = url.pathname.replace("/b/", "/o/");
    },
  ];
  for (const [i, change] of changes.entries()) {
    const url = new URL(link);
    change(url);
    expect(await refusalOf(url), `change ${i}`).toEqual(INVALID);
  }
  const put = await refusalOf(link, { method: "PUT", body: "x" });
  expect(put).toEqual({ status: 405, code: "method_not_allowed" });
});

test("a link ends with its time, with its object, and with its project", async () => {
  const { ctx, projectId } = content;
  const early = { ...ctx, clock: { now: () => new Date(Date.now() - 61_000) } };
  const input = { projectId, bucket: bucket.id, keys: ["page.html"], expiresInSeconds: 60, pinned: false };
  const [old] = (await signLinks(early, input)).urls;
  expect(await refusalOf((old as { url: string }).url)).toEqual(INVALID);
  await content.put(bucket, "gone.txt", "x");
  const links = [await linkTo("gone.txt"), await linkTo("gone.txt", { pinned: true })];
  await deleteObject(ctx, { projectId, bucket: bucket.id, key: "gone.txt" });
  for (const link of links) expect(await refusalOf(link)).toEqual({ status: 404, code: "object_not_found" });
  const other = await linkTo("page.html");
  await ctx.db.project.update({ where: { id: projectId }, data: { status: "suspended" } });
  expect(await refusalOf(other)).toEqual({ status: 404, code: "object_not_found" });
  await ctx.db.project.update({ where: { id: projectId }, data: { status: "active" } });
});

test("a link follows its key, a pinned one stays with its bytes while they are kept", async () => {
  await content.put(bucket, "news.txt", "old");
  const [link, pinned] = [await linkTo("news.txt"), await linkTo("news.txt", { pinned: true })];
  await content.put(bucket, "news.txt", "new!");
  expect(await (await fetch(link)).text()).toBe("new!");
  expect(await (await fetch(pinned)).text()).toBe("old");
});

test("ST-05: ranges and conditions are answered as RFC 9110 says", async () => {
  const large = Buffer.alloc(200_000, "0123456789");
  await content.put(bucket, "large.txt", large);
  for (const [key, size] of [
    ["docs/a b.txt", 10],
    ["large.txt", 200_000],
  ] as const) {
    const link = await linkTo(key);
    const ask = (headers: Record<string, string>) => fetch(link, { headers });
    const part = await ask({ range: "bytes=2-4" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      `bytes 2-4/${size}`,
      "234",
    ]);
    const last = await ask({ range: "bytes=-3" });
    expect([last.status, await last.text()]).toEqual([206, "789"]);
    const behind = await ask({ range: `bytes=${size}-` });
    expect([behind.status, behind.headers.get("content-range")]).toEqual([416, `bytes */${size}`]);
    const { headers } = await ask({});
    const etag = headers.get("etag") ?? "";
    const known = await ask({ "if-none-match": `"x", W/${etag}` });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await ask({ "if-match": '"other"' })).status).toBe(412);
    expect((await ask({ range: "bytes=0-0", "if-range": '"other"' })).status).toBe(200);
    expect((await ask({ range: "bytes=0-0", "if-range": etag })).status).toBe(206);
  }
});

test("SV-M6: a suffix is as long as the whole at most, and conditions take dates and strong tags", async () => {
  const large = Buffer.alloc(200_000, "0123456789");
  await content.put(bucket, "large.txt", large);
  await content.put(bucket, "none.txt", "");
  for (const [key, size] of [
    ["docs/a b.txt", 10],
    ["large.txt", 200_000],
  ] as const) {
    const link = await linkTo(key);
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const response = await fetch(link, { method, headers, cache: "no-store" });
      const { byteLength } = await response.arrayBuffer();
      return { status: response.status, range: response.headers.get("content-range"), byteLength, response };
    };
    const whole = { status: 206, range: `bytes 0-${size - 1}/${size}`, byteLength: size };
    for (const range of ["bytes=-500000", `bytes=-${size}`, "bytes=0-", "bytes=0-999999"]) {
      expect(await ask({ range }), range).toMatchObject(whole);
    }
    for (const range of ["bytes=-0", `bytes=${size}-`, "bytes=900000-900001"]) {
      expect(await ask({ range }), range).toMatchObject({ status: 416, range: `bytes */${size}`, byteLength: 0 });
    }
    // A header that is no range, or of another unit, or of several, is no reason to refuse.
    for (const range of ["bytes=5-2", "bytes=", "bytes=a-b", "lines=0-1", "bytes=0-1,4-5"]) {
      expect(await ask({ range }), range).toMatchObject({ status: 200, byteLength: size });
    }
    expect(await ask({ range: "bytes=0-1" }, "HEAD")).toMatchObject({ status: 200, byteLength: 0 });
    const { headers } = (await ask({})).response;
    const [etag, modified] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
    const shifted = (seconds: number) => new Date(Date.parse(modified) + seconds * 1_000).toUTCString();
    for (const [asked, status] of [
      [{ "if-modified-since": modified }, 304],
      [{ "if-modified-since": shifted(1) }, 304],
      [{ "if-modified-since": shifted(-1) }, 200],
      [{ "if-modified-since": "yesterday" }, 200],
      [{ "if-modified-since": modified, "if-none-match": '"other"' }, 200],
      [{ "if-unmodified-since": modified }, 200],
      [{ "if-unmodified-since": shifted(-1) }, 412],
      [{ "if-match": etag, "if-unmodified-since": shifted(-1) }, 200],
      [{ "if-match": `W/${etag}` }, 412],
      [{ "if-match": "*" }, 200],
      [{ "if-none-match": "*" }, 304],
      [{ range: "bytes=0-0", "if-range": `W/${etag}` }, 200],
      [{ range: "bytes=0-0", "if-range": modified }, 206],
      [{ range: "bytes=0-0", "if-range": shifted(1) }, 200],
      [{ range: "bytes=0-0", "if-none-match": etag }, 304],
    ] as [Record<string, string>, number][]) {
      expect(await ask(asked), JSON.stringify(asked)).toMatchObject({ status });
    }
  }
  const empty = await fetch(await linkTo("none.txt"), { headers: { range: "bytes=0-" } });
  expect([empty.status, empty.headers.get("content-range")]).toEqual([416, "bytes */0"]);
  const plain = await fetch(await linkTo("none.txt"));
  expect([plain.status, plain.headers.get("content-length"), await plain.text()]).toEqual([200, "0", ""]);
});

test("SV-Low: dates are those of HTTP, in each of its forms, and nothing else is one", async () => {
  const link = await linkTo("docs/a b.txt");
  const { headers } = await fetch(link);
  const modified = new Date(headers.get("last-modified") ?? "");
  const [, day = "", month = "", year = "", clock = ""] = modified.toUTCString().split(" ");
  const name = modified.toLocaleString("en", { weekday: "long", timeZone: "UTC" });
  const forms = [
    modified.toUTCString(),
    `${name}, ${day}-${month}-${year.slice(2)} ${clock} GMT`,
    `${name.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${clock} ${year}`,
  ];
  const statusOf = async (fields: Record<string, string>) =>
    (await fetch(link, { headers: fields, cache: "no-store" })).status;
  for (const date of forms) {
    expect(await statusOf({ "if-modified-since": date }), date).toBe(304);
    expect(await statusOf({ "if-unmodified-since": date }), date).toBe(200);
    expect(await statusOf({ range: "bytes=0-0", "if-range": date }), date).toBe(206);
  }
  const others = ["2099", "2099-01-01T00:00:00Z", "tomorrow", `${modified.getTime()}`, `W/"${modified.toUTCString()}"`];
  for (const text of others) {
    expect(await statusOf({ "if-modified-since": text }), text).toBe(200);
    expect(await statusOf({ "if-unmodified-since": text }), text).toBe(200);
    expect(await statusOf({ range: "bytes=0-0", "if-range": text }), text).toBe(200);
  }
});

test("SV-Low: the name of a download is no path", async () => {
  for (const [name, told] of [
    ["../../etc/passwd", "passwd"],
    ["a/b/c.txt", "c.txt"],
    ["..\\..\\c.txt", "c.txt"],
    ["a/", '"a b.txt"'],
    [
      "John's Résumé (1).pdf",
      /filename="John's R.sum. \(1\)\.pdf"; filename\*=UTF-8''John%27s%20R%C3%A9sum%C3%A9%20%281%29\.pdf/,
    ],
    ["%41.txt", /filename="?%41\.txt"?/],
    ["测试;rm -rf.txt", /filename\*=UTF-8''%E6%B5%8B%E8%AF%95%3Brm%20-rf\.txt/],
  ] as const) {
    const { headers } = await fetch(await linkTo("docs/a b.txt", { download: name }));
    const disposition = headers.get("content-disposition") ?? "";
    if (typeof told === "string") expect(disposition, name).toBe(`attachment; filename=${told}`);
    else expect(disposition, name).toMatch(told);
  }
});

test("SV-M11: plain text in UTF-8 says so, unless it was stored with an encoding of its own", async () => {
  const latin = new Uint8Array(Buffer.from("é", "latin1"));
  for (const [key, bytes, stored, shown] of [
    ["utf8.txt", "é", "text/plain", "text/plain; charset=utf-8"],
    ["flowed.txt", "é", "text/plain; format=flowed", "text/plain; format=flowed; charset=utf-8"],
    ["said.txt", latin, "text/plain; charset=iso-8859-1", "text/plain; charset=iso-8859-1"],
    ["latin.txt", latin, "text/plain", "text/plain"],
    ["table.csv", "é", "text/csv", "text/csv"],
  ] as const) {
    await content.put(bucket, key, bytes, stored);
    expect((await fetch(await linkTo(key))).headers.get("content-type"), key).toBe(shown);
  }
  const at = { projectId: content.projectId, bucket: bucket.id };
  await copyObject(content.ctx, { ...at, from: "utf8.txt", to: "copy.txt", overwrite: false });
  expect((await fetch(await linkTo("copy.txt"))).headers.get("content-type")).toBe("text/plain; charset=utf-8");
});

test("ST-11: names of downloads are told in the form of RFC 6266, with any characters", async () => {
  for (const name of ['a"b.txt', "a\r\nSet-Cookie: x=1", "..\\..\\a", "\u202Egnp.exe", "é 日本.txt", "x; y=z"]) {
    const response = await fetch(await linkTo("docs/a b.txt", { download: name }));
    const told = response.headers.get("content-disposition") ?? "";
    expect(told).toMatch(/^attachment; filename/);
    expect(told).not.toMatch(/[\r\n\u202e]/);
    expect(response.headers.has("set-cookie")).toBe(false);
  }
});

test("within a window everyone is led to one address of a public object, which caches may keep", async () => {
  const open = await content.bucket({ public: true, cacheSeconds: 120 });
  await content.put(open, "a/b.txt", "public");
  const { ctx } = content;
  const now = new Date("2026-03-01T10:01:00Z");
  const at = (seconds: number) => ({ ...ctx, clock: { now: () => new Date(now.getTime() + seconds * 1_000) } });
  const locationAt = async (seconds: number) =>
    (await redirectToPublic(at(seconds), { bucket: open.id, key: "a/b.txt" })).headers.get("location");
  const location = await locationAt(0);
  expect(await locationAt(200)).toBe(location);
  expect(await locationAt(241)).not.toBe(location);
  expect(new URL(location ?? "").searchParams.get("e")).toBe(String(Date.parse("2026-03-01T10:10:00Z") / 1_000));
  const response = await fetch(
    (await redirectToPublic(ctx, { bucket: open.id, key: "a/b.txt" })).headers.get("location") ?? "",
  );
  expect([await response.text(), response.headers.get("cache-control")]).toEqual(["public", "public, max-age=120"]);
});

test("SV-Low: the key of a link is judged as it was sent, whether or not the link holds", async () => {
  const { pathname, search } = await linkTo("docs/a b.txt");
  const [bucketPath = ""] = /^\/b\/[^/]+\//.exec(pathname) ?? [];
  const wrong = ["x/%2E%2E/docs/a%20b.txt", "x/../docs/a%20b.txt", "%2E%2E", "docs/a%0Ab.txt", "docs%5Ca", "%00"];
  for (const key of wrong) {
    const answer = await askRaw({ baseUrl: content.url }, "GET", `${bucketPath}${key}${search}`);
    expect([answer.status, JSON.parse(answer.body).error.code], key).toEqual([400, "invalid_key"]);
  }
  for (const path of ["/x/..", "/f/%2E%2E", "/uploads/.."]) {
    const answer = await askRaw({ baseUrl: content.url }, "GET", path + pathname + search);
    expect([answer.status, JSON.parse(answer.body).error.code], path).toEqual([404, "not_found"]);
  }
});

test("ST-08: an object that is missing, private or suspended gets one and the same answer", async () => {
  const { ctx, projectId } = content;
  const open = await content.bucket({ public: true });
  await content.put(open, "a", "x");
  const refusals: unknown[] = [];
  for (const [name, key] of [
    [bucket.id, "page.html"],
    [open.id, "b"],
    ["no-such-bucket", "a"],
  ]) {
    refusals.push(
      await redirectToPublic(ctx, { bucket: name ?? "", key: key ?? "" }).catch((error) => ({
        ...error,
        message: error.message,
      })),
    );
  }
  await ctx.db.project.update({ where: { id: projectId }, data: { status: "suspended" } });
  refusals.push(
    await redirectToPublic(ctx, { bucket: open.id, key: "a" }).catch((error) => ({ ...error, message: error.message })),
  );
  await ctx.db.project.update({ where: { id: projectId }, data: { status: "active" } });
  expect(refusals[0]).toMatchObject({ code: "not_found" });
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
});

test("the bytes sent are counted for their project, with their header fields", async () => {
  const { ctx, projectId } = content;
  const sent = async () => {
    await ctx.usage.flush();
    const { _sum } = await ctx.db.usageHour.aggregate({
      where: { projectId, metric: "egress" },
      _sum: { amount: true },
    });
    return Number(_sum.amount ?? 0);
  };
  await content.put(bucket, "heavy.txt", "x".repeat(150_000));
  const link = await linkTo("heavy.txt");
  const before = await sent();
  await (await fetch(link)).text();
  await expect.poll(sent).toBeGreaterThan(before + 150_000);
  expect(await sent()).toBeLessThan(before + 152_000);
});

test("nothing else is on the site", async () => {
  expect(await refusalOf(`${content.url}/`)).toEqual({ status: 404, code: "not_found" });
  expect(await refusalOf(`${content.url}/dashboard`)).toEqual({ status: 404, code: "not_found" });
  expect(await (await fetch(`${content.url}/ready`)).text()).toBe("ready\n");
});
