import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, ask, expectRefusal, type Lane, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import { askRaw } from "@/tests/support/raw-connection";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  createSignInServerKey,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";

let project: SignInProject;
let key: string;
let storage: string;

beforeAll(async () => {
  project = await createSignInProject();
  key = await createSignInServerKey(project);
  storage = `/v1/projects/${project.id}/storage`;
});

/** The JWT of a new user of the project, with their id. */
async function newUser(lane: Lane, of: SignInProject): Promise<{ token: string; sub: string; cookie: string }> {
  const { cookie } = await signUp(lane, of);
  const answer = await askAuth(lane, of, "GET", "/token", { cookie });
  const { token } = answer.json as { token: string };
  usedSecrets.add(token);
  const { sub } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return { token, sub, cookie };
}

const put = (lane: Lane, path: string, asKey = key, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(lane, "PUT", path, { key: asKey, body: "hello", headers: { "Content-Type": "text/plain", ...headers } });

describe("storage", () => {
  const name = `b-${lane.name.toLowerCase().replace(/[^a-z]+/g, "-")}`.slice(0, 40);
  const objects = () => `${storage}/buckets/${name}/objects`;

  beforeAll(async () => {
    const body = {
      name,
      public: true,
      policy: [{ prefix: "users/{sub}/", allow: ["read", "list", "create"], to: "signed-in" }],
    };
    expect((await ask(lane, "POST", `${storage}/buckets`, { key, body })).status).toBe(201);
  });

  it("ST-01: a key is read once from the path, with any characters", async () => {
    const keys = ["a b+c.txt", "100%.txt", "%2F.txt", "é/日本.txt", "q?x#y", "a:b@c;d=e,f", "plus+%2B"];
    for (const each of keys) {
      const path = `${objects()}/${each.split("/").map(encodeURIComponent).join("/")}`;
      const stored = await put(lane, path);
      expect([stored.status, stored.json.key]).toEqual([201, each]);
      const shown = await ask(lane, "GET", `${path}?view=metadata`, { key });
      expect(shown.json).toEqual(stored.json);
      const open = await ask(lane, "GET", new URL(stored.json.url).pathname);
      expect(open.status).toBe(302);
      expect(open.headers.get("location")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/o\/obv_/);
      expect((await ask(lane, "DELETE", path, { key })).json).toEqual({ deleted: true, key: each });
      expectRefusal(await ask(lane, "DELETE", path, { key }), "object_not_found");
    }
    for (const wrong of ["%00", "a%5Cb", "a%2F..%2Fb", "%2Fa", "x".repeat(1_025)]) {
      expectRefusal(await put(lane, `${objects()}/${wrong}`), "invalid_key");
    }
    expectRefusal(await put(lane, `${objects()}/%ff`), "not_found");
  });

  it("SV-Low: a key is judged as it was sent, before a path is made of it", async () => {
    const fields = [`Authorization: Bearer ${key}`, "Content-Type: text/plain"];
    const bent = [
      "%2E%2E",
      "a/%2E%2E/zz",
      "a/%2e./zz",
      "a/../zz",
      "a/./zz",
      "a/..",
      ".",
      "a\\zz",
      "%2E%2E/%2E%2E/b/objects/zz",
    ];
    const broken = ["%0A", "a%0A", "a%0D%0Ab", "%0Aa/b", "a%E2%80%A8/%0A"];
    for (const wrong of [...bent, ...broken]) {
      for (const [method, path, body] of [
        ["PUT", objects(), "hello"],
        ["GET", objects(), ""],
        ["DELETE", objects(), ""],
        ["GET", `/api/v1/storage/${name}`, ""],
      ] as const) {
        const answer = await askRaw(lane, method, `${path}/${wrong}`, fields, body);
        const { error } = JSON.parse(answer.body) as { error: { code: string } };
        expect([answer.status, error.code], `${method} ${path}/${wrong}`).toEqual([400, "invalid_key"]);
      }
    }
    for (const outside of [`/x/..${objects()}/zz`, `${objects()}/../buckets`, `/dashboard/%2E%2E${objects()}/zz`]) {
      expect((await askRaw(lane, "PUT", outside, fields, "hello")).status, outside).toBeOneOf([400, 404]);
    }
    expect((await ask(lane, "GET", `${objects()}?prefix=zz`, { key })).json.items).toEqual([]);
  });

  it("a public object is led to; anything else is one and the same 404", async () => {
    await put(lane, `${objects()}/open.txt`);
    const path = `/api/v1/storage/${name}`;
    const open = await ask(lane, "GET", `${path}/open.txt`);
    expect([open.status, open.text, open.headers.get("cache-control")]).toEqual([302, "", "public, max-age=60"]);
    expect(open.headers.get("access-control-allow-origin")).toBe("*");
    expect((await ask(lane, "HEAD", `${path}/open.txt`)).status).toBe(302);
    for (const wrong of [`${path}/none`, `${path}/%ff`, "/api/v1/storage/none/x", "/api/v1/storage/X/x"]) {
      expectRefusal(await ask(lane, "GET", wrong), "not_found");
    }
    expectRefusal(await ask(lane, "GET", `${path}/%00`), "invalid_key");
    expectRefusal(await ask(lane, "GET", `${path}/open.txt?width=1`), "invalid_request");
  });

  it("SV-Low: a deletion with If-Match deletes the named bytes, and nothing else", async () => {
    const path = `${objects()}/matched.txt`;
    const { json } = await put(lane, path);
    const remove = (tag: string) => ask(lane, "DELETE", path, { key, headers: { "If-Match": tag } });
    const other = `"${"0".repeat(32)}"`;
    for (const tag of [other, `W/${json.etag}`, `${other}, "x"`]) {
      expectRefusal(await remove(tag), "precondition_failed");
    }
    for (const wrong of ["not a tag", `*, ${json.etag}`]) expectRefusal(await remove(wrong), "invalid_request");
    const since = { "If-Unmodified-Since": "Sun, 01 Jan 2023 00:00:00 GMT" };
    expectRefusal(await ask(lane, "DELETE", path, { key, headers: since }), "precondition_failed");
    expect((await ask(lane, "GET", `${path}?view=metadata`, { key })).json).toEqual(json);
    expect((await remove(`${other}, ${json.etag}`)).json).toEqual({ deleted: true, key: "matched.txt" });
  });

  it("SV-M3: pages of any origin read public objects, with header fields of their own", async () => {
    await put(lane, `${objects()}/open.txt`);
    const path = `/api/v1/storage/${name}/open.txt`;
    const fields = "if-none-match, traceparent, x-requested-with";
    const headers = {
      Origin: "https://any.example",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": fields,
    };
    const preflight = await ask(lane, "OPTIONS", path, { headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    expect(preflight.headers.get("access-control-allow-headers")).toBe(fields);
    const read = await ask(lane, "GET", path, { headers: { Origin: "https://any.example", traceparent: "00-1-1-01" } });
    expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([302, "*"]);
    const asked = { ...headers, Origin: APP_ORIGIN, "Access-Control-Request-Headers": "traceparent, authorization" };
    const own = await ask(lane, "OPTIONS", `${objects()}/open.txt`, { headers: asked });
    expect(own.headers.get("access-control-allow-origin")).toBe(APP_ORIGIN);
    expect(own.headers.get("access-control-allow-headers")).toMatch(/content-digest.*traceparent/);
  });

  it("a user's token reaches their own objects, until their session ends", async () => {
    const { token, sub, cookie } = await newUser(lane, project);
    const own = `${objects()}/users/${sub}/a.txt`;
    expect((await put(lane, own, token)).status).toBe(201);
    expectRefusal(await put(lane, own, token), "missing_permission");
    expectRefusal(await put(lane, `${objects()}/users/usr_other/a.txt`, token), "missing_permission");
    expect((await ask(lane, "GET", own, { key: token })).status).toBe(302);
    expectRefusal(await ask(lane, "DELETE", own, { key: token }), "missing_permission");
    expectRefusal(await ask(lane, "GET", `${storage}/buckets`, { key: token }), "unauthorized");
    const wrong = [`${token}x`, token.replace(/\..*\./, ".e30."), `${token.split(".")[0]}..`];
    for (const each of wrong) expectRefusal(await ask(lane, "GET", own, { key: each }), "unauthorized");
    const elsewhere = await newUser(lane, await createSignInProject());
    expectRefusal(await put(lane, own, elsewhere.token), "unauthorized");
    expect((await askAuth(lane, project, "POST", "/sign-out", { cookie })).status).toBe(200);
    expectRefusal(await put(lane, own, token), "unauthorized");
  });

  it("pages of the project's origins send and read, and those of others don't", async () => {
    const { token, sub } = await newUser(lane, project);
    const path = `${objects()}/users/${sub}/b.txt`;
    const preflight = await ask(lane, "OPTIONS", path, {
      headers: { Origin: APP_ORIGIN, "Access-Control-Request-Method": "PUT" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PUT");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    expect(preflight.headers.has("access-control-allow-credentials")).toBe(
      preflight.headers.get("access-control-allow-origin") !== null,
    );
    const own = await put(lane, path, token, { Origin: APP_ORIGIN });
    expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([201, APP_ORIGIN]);
    expect(own.headers.get("vary")).toContain("Origin");
    const foreign = await put(lane, path, token, { Origin: "https://evil.example" });
    expectRefusal(foreign, "foreign_origin");
    expectRefusal(await put(lane, path, key, { Origin: APP_ORIGIN }), "server_key_in_browser");
  });

  it("a public key that only reads stores nothing, and an expired token says so", async () => {
    expectRefusal(await put(lane, `${objects()}/x`, project.readKey), "key_scope_too_narrow");
    expectRefusal(await put(lane, `${objects()}/x`, project.publicKey), "missing_permission");
    const short = await createSignInProject({ token: { lifetimeSeconds: 60 } });
    const { token } = await newUser(lane, short);
    const { db } = await laneContext();
    await db.project.update({ where: { id: short.id }, data: { status: "suspended" } });
    const at = `/v1/projects/${short.id}/storage/buckets/none/objects/x`;
    expectRefusal(await put(lane, at, token), "project_suspended");
  });

  it("ST-12: texts that PostgreSQL can't store, and prefixes that no key can have, are refused by name", async () => {
    const bucket = `${storage}/buckets/${name}`;
    const rule = (prefix: string) => ({ policy: [{ prefix, allow: ["read"], to: "anyone" }] });
    const upload = { bucket: name, key: "x", size: 1 };
    const refused: [string, string, object][] = [
      ["PATCH", bucket, rule("a\u0000")],
      ["PATCH", bucket, rule("a/../")],
      ["PATCH", bucket, rule("e\u0301/")],
      ["PATCH", bucket, { allowedTypes: ["image/\u0000"] }],
      ["POST", `${bucket}/delete`, { keys: ["a\u0000"] }],
      ["POST", `${bucket}/delete`, { prefix: "\ud800" }],
      ["POST", `${storage}/uploads`, { ...upload, metadata: { a: "\u0000" } }],
      ["POST", `${storage}/uploads`, { ...upload, metadata: { a: "x".repeat(2_100) } }],
      ["POST", `${storage}/uploads`, { ...upload, size: -1 }],
      ["POST", `${storage}/uploads`, { ...upload, size: 2 ** 53 }],
    ];
    for (const [method, path, body] of refused) {
      const answer = await ask(lane, method, path, { key, body });
      expectRefusal(answer, "invalid_request");
      expect(answer.json.error.details).not.toEqual([]);
    }
    expectRefusal(await ask(lane, "GET", `${objects()}?prefix=%00`, { key }), "invalid_request");
  });

  it("SV-Low: an upload that keeps a bucket from being deleted is listed and ended by those of the project", async () => {
    const made = `${storage}/buckets/u-${name}`.slice(0, `${storage}/buckets/`.length + 40);
    const own = made.slice(`${storage}/buckets/`.length);
    expect((await ask(lane, "POST", `${storage}/buckets`, { key, body: { name: own } })).status).toBe(201);
    const begin = async (each: string) =>
      (await ask(lane, "POST", `${storage}/uploads`, { key, body: { bucket: own, key: each, size: 5 } })).json.upload
        .id;
    const ids = [await begin("a"), await begin("b"), await begin("c")];
    expectRefusal(await ask(lane, "DELETE", made, { key }), "conflict");
    const first = await ask(lane, "GET", `${made}/uploads?limit=2`, { key });
    expect(first.json.items).toMatchObject([{ id: ids[2], key: "c", size: 5, contentType: null }, { key: "b" }]);
    const cursor = encodeURIComponent(first.json.nextCursor);
    const rest = await ask(lane, "GET", `${made}/uploads?cursor=${cursor}`, { key });
    expect(rest.json).toMatchObject({ items: [{ key: "a" }], nextCursor: null });
    for (const id of ids) {
      expect((await ask(lane, "DELETE", `${made}/uploads/${id}`, { key })).json).toEqual({ ended: true, id });
      expectRefusal(await ask(lane, "DELETE", `${made}/uploads/${id}`, { key }), "upload_not_found");
    }
    expect((await ask(lane, "DELETE", made, { key })).status).toBe(200);
  });

  it("a list continues at its cursor, and knows no other", async () => {
    for (const each of ["l/1", "l/2", "l/3"]) await put(lane, `${objects()}/${each}`);
    const first = await ask(lane, "GET", `${objects()}?prefix=l/&limit=2`, { key });
    expect(first.json.items.map((item: { key: string }) => item.key)).toEqual(["l/1", "l/2"]);
    const cursor = encodeURIComponent(first.json.nextCursor);
    const rest = await ask(lane, "GET", `${objects()}?prefix=l/&limit=2&cursor=${cursor}`, { key });
    expect(rest.json).toMatchObject({ items: [{ key: "l/3" }], nextCursor: null });
    expectRefusal(await ask(lane, "GET", `${objects()}?prefix=&cursor=${cursor}`, { key }), "invalid_request");
    expectRefusal(await ask(lane, "GET", `${objects()}?delimiter=.`, { key }), "invalid_request");
  });

  it("a body of more than 6 MiB is refused, with where to send it", async () => {
    const body = new Uint8Array(6 * 1024 ** 2 + 1);
    const refused = await ask(lane, "PUT", `${objects()}/big`, { key, body, headers: { "Content-Type": "x/y" } });
    expectRefusal(refused, "body_too_large");
  });
});
