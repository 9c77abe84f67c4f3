import { createHash, randomBytes } from "node:crypto";
import { createStorage, type ProjectStorage, StorageError, type UploadProgress } from "@coppice/storage";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { laneContext, usedSecrets } from "@/tests/support/lanes";
import {
  askAuth,
  createSignInProject,
  createSignInServerKey,
  type SignInProject,
  signUp,
} from "@/tests/support/sign-in-lanes";
import { type StorageService, startStorageService } from "@/tests/support/storage-service";

const POLICY = [{ prefix: "users/{sub}/", allow: ["read", "list", "create", "delete"], to: "signed-in" }];

let service: StorageService;
let project: SignInProject;
let server: ProjectStorage;
let user: ProjectStorage;
/** The folder in which the user may keep files. */
let own: string;

beforeAll(async () => {
  service = await startStorageService();
  project = await createSignInProject();
  const apiOrigin = service.url;
  const key = await createSignInServerKey(project);
  server = createStorage({ projectId: project.id, apiOrigin, serverKey: key });
  await createBucket(key, { name: "inbox", policy: POLICY });
  await createBucket(key, { name: "shown", public: true });
  const lane = { name: "storage", baseUrl: service.url };
  const { cookie } = await signUp(lane, project);
  const getToken = async () => {
    const { json } = await askAuth(lane, project, "GET", "/token", { cookie });
    usedSecrets.add(json.token);
    return { ok: true, token: json.token as string } as const;
  };
  user = createStorage({ projectId: project.id, apiOrigin, publicKey: project.publicKey, getToken });
  const { token } = await getToken();
  own = `users/${JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sub}`;
});
afterAll(() => service?.stop());

async function createBucket(key: string, body: object): Promise<void> {
  const answer = await fetch(`${service.url}/v1/projects/${project.id}/storage/buckets`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no failure",
    (error: unknown) => (error instanceof StorageError ? error.code : error),
  );
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

it("stores, shows, lists, links and removes objects", async () => {
  const bucket = user.bucket("inbox");
  const key = `${own}/a b+é?#/%2F.txt`;
  const stored = await bucket.upload(key, "hello", { contentType: "text/plain" });
  expect(stored).toMatchObject({ key, size: 5, contentType: "text/plain", sha256: hashOf(Buffer.from("hello")) });
  expect(await bucket.show(key)).toEqual(stored);
  const texts = { alt: "A greeting" };
  await bucket.upload(`${own}/described.txt`, new Blob(["hi"], { type: "text/plain" }), { metadata: texts });
  expect(await bucket.show(`${own}/described.txt`)).toMatchObject({ contentType: "text/plain", metadata: texts });
  const page = await bucket.list({ prefix: `${own}/`, delimiter: "/", limit: 1 });
  expect(page).toMatchObject({ items: [], prefixes: [`${own}/a b+é?#/`], nextCursor: expect.any(String) });
  const next = await bucket.list({ prefix: `${own}/`, delimiter: "/", cursor: page.nextCursor });
  expect(next.items.map(({ key: each }) => each)).toEqual([`${own}/described.txt`]);
  const links = await bucket.sign([key, `${own}/none`], { expiresInSeconds: 60, download: "hello.txt" });
  expect(links).toEqual([
    { key, url: expect.any(String), expiresAt: expect.any(String) },
    { key: `${own}/none`, code: "object_not_found" },
  ]);
  const followed = await fetch(links[0] && "url" in links[0] ? links[0].url : "");
  expect([await followed.text(), followed.headers.get("content-disposition")]).toEqual([
    "hello",
    "attachment; filename=hello.txt",
  ]);
  expect(await bucket.remove(key)).toBeUndefined();
  expect(await failureOf(bucket.remove(key))).toBe("object_not_found");
  expect(await failureOf(bucket.show(key))).toBe("object_not_found");
});

it("gives the public address of an object, which anyone can open", async () => {
  const bucket = server.bucket("shown");
  const { url } = await bucket.upload("über/a b.txt", new TextEncoder().encode("hello"));
  expect(bucket.publicUrl("über/a b.txt")).toBe(url);
  expect(await (await fetch(url ?? "")).text()).toBe("hello");
  const downloaded = await fetch(bucket.publicUrl("über/a b.txt", { download: "c d.txt" }));
  expect(downloaded.headers.get("content-disposition")).toBe('attachment; filename="c d.txt"');
  const none = bucket.sign(["über/a b.txt"], { expiresInSeconds: 60, transform: { preset: "nothing" } });
  expect(await failureOf(none)).toBe("invalid_request");
});

it("says the service's own reason of a refusal", async () => {
  const bucket = user.bucket("inbox");
  const refused = await bucket.upload("elsewhere.txt", "x").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StorageError);
  expect(refused).toMatchObject({
    ...{ name: "StorageError", code: "missing_permission", status: 403, requestId: expect.stringMatching(/^req_/) },
    message: "The bucket's policy doesn't allow this (no rule fits).",
  });
  const byServer = server.bucket("inbox");
  await byServer.upload("once.txt", "x");
  for (const how of [{}, { metadata: { a: "b" } }, { resumable: true }]) {
    const again = byServer.upload("once.txt", "y", { ifNoneMatch: "*", ...how });
    expect(await failureOf(again), JSON.stringify(how)).toBe("precondition_failed");
  }
  expect(await failureOf(user.bucket("nothing").list())).toBe("bucket_not_found");
  const stranger = createStorage({ projectId: project.id, apiOrigin: service.url });
  expect(await failureOf(stranger.bucket("inbox").list())).toBe("unauthorized");
  const nowhere = createStorage({ projectId: project.id, apiOrigin: "http://localhost:1", publicKey: "pk_x" });
  expect(await failureOf(nowhere.bucket("inbox").list())).toBe("network_error");
});

it("asks as a visitor where nobody is signed in, and fails where the sign-in can't be asked", async () => {
  const settings = { projectId: project.id, apiOrigin: service.url, publicKey: project.publicKey };
  const signedOut = async () => ({ ok: false, code: "unauthorized", message: "Nobody is signed in" }) as const;
  const visitor = createStorage({ ...settings, getToken: signedOut });
  expect(await failureOf(visitor.bucket("inbox").upload(`${own}/x`, "x"))).toBe("missing_permission");
  const offline = async () => ({ ok: false, code: "network_error", message: "It cannot be reached" }) as const;
  expect(
    await failureOf(
      createStorage({ ...settings, getToken: offline })
        .bucket("inbox")
        .list(),
    ),
  ).toBe("network_error");
});

it("ST-07: an id or a key with dots and slashes leads nowhere else", async () => {
  const bucket = server.bucket("inbox");
  await bucket.upload("kept.txt", "x");
  for (const key of ["../inbox", "../../buckets/inbox", "a/../../kept.txt", "./kept.txt", "a//b", "", "..", "\ud800"]) {
    expect(await failureOf(bucket.remove(key)), key).toBe("invalid_key");
    expect(await failureOf(bucket.show(key)), key).toBe("invalid_key");
    expect(await failureOf(bucket.upload(key, "x")), key).toBe("invalid_key");
    expect(() => bucket.publicUrl(key), key).toThrow(StorageError);
  }
  // A name that only looks like a step upwards is a name, and stays one.
  for (const key of ["%2e%2e/kept.txt", "..%2fkept.txt", "a\\..\\kept.txt", "?view=bytes", "#kept.txt"]) {
    const code = await failureOf(bucket.remove(key));
    expect(["object_not_found", "invalid_key"], key).toContain(code);
  }
  for (const name of ["../buckets", "inbox/objects/kept.txt", "..", "", "%2e%2e", "inbox?", "bkt_../x"]) {
    expect(() => server.bucket(name), name).toThrow(TypeError);
  }
  for (const projectId of ["../p_x", "p_x/../../v1", "", "p_"]) {
    expect(() => createStorage({ projectId }), projectId).toThrow(TypeError);
  }
  expect(await bucket.show("kept.txt")).toMatchObject({ key: "kept.txt" });
});

it("ST-07: the service takes no id that is none, however it is written", async () => {
  const key = await createSignInServerKey(project);
  const below = `${service.url}/v1/projects/${project.id}`;
  for (const id of [
    "..%2f..%2fstorage%2fbuckets%2finbox",
    "%2e%2e%2finbox",
    "inbox%2f..%2finbox",
    "inbox%00",
    "%5c..%5cinbox",
  ]) {
    for (const path of [`users/${id}`, `storage/buckets/${id}`, `storage/buckets/${id}/objects/kept.txt`]) {
      const answer = await fetch(`${below}/${path}`, { method: "DELETE", headers: { authorization: `Bearer ${key}` } });
      expect([400, 404], path).toContain(answer.status);
    }
  }
  expect(await server.bucket("inbox").show("kept.txt")).toMatchObject({ key: "kept.txt" });
});

it("uploads a large file in parts, and goes on after the content process was killed in their midst", async () => {
  const bytes = randomBytes(20 * 1024 ** 2);
  const firstPart = 8 * 1024 ** 2;
  const seen: UploadProgress[] = [];
  let seenBefore = 0;
  let restarted: Promise<void> | null = null;
  const stored = await user.bucket("inbox").upload(`${own}/large.bin`, new Blob([bytes]), {
    metadata: { from: "a test" },
    onProgress: (progress) => {
      seen.push(progress);
      if (progress.sentBytes <= firstPart || restarted !== null) return;
      seenBefore = seen.length;
      restarted = service.restartContent();
    },
  });
  await restarted;
  expect(seenBefore).toBeGreaterThan(0);
  expect(Math.min(...seen.slice(seenBefore).map(({ sentBytes }) => sentBytes))).toBeGreaterThanOrEqual(firstPart);
  expect(stored).toMatchObject({ size: bytes.byteLength, sha256: hashOf(bytes), metadata: { from: "a test" } });
  expect(seen.at(-1)).toEqual({ sentBytes: bytes.byteLength, totalBytes: bytes.byteLength });
});

it("uploads small files and empty ones in parts where it is asked to", async () => {
  const bucket = user.bucket("inbox");
  expect(await bucket.upload(`${own}/small`, "hello", { resumable: true })).toMatchObject({ size: 5 });
  expect(await bucket.upload(`${own}/empty`, "", { resumable: true })).toMatchObject({ size: 0 });
  expect(await bucket.upload(`${own}/empty-too`, "", { metadata: { a: "b" } })).toMatchObject({ size: 0 });
  expect(await bucket.upload(`${own}/empty-three`, "")).toMatchObject({ size: 0 });
});

it("gives up an upload that is aborted, with the caller's own reason", async () => {
  const bucket = user.bucket("inbox");
  for (const file of [new Blob([randomBytes(20 * 1024 ** 2)]), new Blob([randomBytes(5 * 1024 ** 2)])]) {
    const controller = new AbortController();
    const reason = new Error("changed their mind");
    const upload = bucket.upload(`${own}/never.bin`, file, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    if (file.size < 6 * 1024 ** 2) controller.abort(reason);
    expect(await failureOf(upload)).toBe(reason);
    expect(await failureOf(bucket.show(`${own}/never.bin`))).toBe("object_not_found");
  }
  const { db } = await laneContext();
  const room = () => db.projectStorage.findUnique({ where: { projectId: project.id } });
  await expect.poll(room).toMatchObject({ reservedBytes: 0n });
  const aborted = AbortSignal.abort(new Error("before"));
  expect(await failureOf(bucket.upload(`${own}/never.bin`, "x", { signal: aborted }))).toBe(aborted.reason);
});

it("gives back the room of an upload that is aborted while the service takes room for it", async () => {
  const { db } = await laneContext();
  const reserved = async () =>
    (await db.projectStorage.findUnique({ where: { projectId: project.id } }))?.reservedBytes;
  for (const options of [{ resumable: true }, { metadata: { a: "b" } }]) {
    const controller = new AbortController();
    const reason = new Error("changed their mind");
    const ask = globalThis.fetch;
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
      const answer = await ask(url, init);
      if (String(url).endsWith("/uploads")) {
        expect(await reserved()).toBe(1n);
        controller.abort(reason);
      }
      return answer;
    });
    const upload = user.bucket("inbox").upload(`${own}/never.bin`, "x", { ...options, signal: controller.signal });
    expect(await failureOf(upload)).toBe(reason);
    spy.mockRestore();
    await expect.poll(reserved).toBe(0n);
  }
});

it("refuses settings that can't be right", () => {
  const fit = { projectId: "p_4k9x2m7q1w8e5r3t6y0u" };
  expect(() => createStorage({ ...fit, publicKey: "sk_coppice_x" })).toThrow(/secret key/);
  expect(() => createStorage({ ...fit, apiOrigin: "id.example.com" })).toThrow(/https/);
  expect(() => createStorage(fit).bucket("a").publicUrl("b")).toThrow(/apiOrigin/);
});
