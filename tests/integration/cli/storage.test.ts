import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { runCommand } from "@/tests/support/command-line";
import { makeContext, OPERATOR } from "@/tests/support/context";
import { makePicture } from "@/tests/support/pictures";
import { makeStorage } from "@/tests/support/storage";

let ctx: ServiceContext;
let folder: string;
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
  const storage = await makeStorage({ folder: join(folder, "objects") });
  ctx = { ...(await storage.server()), actor: OPERATOR };
  project = storage.projectId;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand({ ctx }, ...args, "--project", project);

test("a bucket is made, changed, shown, listed and deleted", async () => {
  const policy = join(folder, "policy.json");
  await writeFile(policy, JSON.stringify([{ prefix: "", allow: ["read"], to: "signed-in" }]));
  const made = await run("bucket", "create", "avatars", "--types", "image/*,text/plain", "--max-object", "5M");
  expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Created avatars \(bkt_/) });
  expect(await run("bucket", "set", "avatars", "--policy", policy, "--public")).toMatchObject({ exitCode: 0 });
  const shown = await run("bucket", "show", "avatars");
  expect(shown.stdout).toContain("signed-in may read");
  expect(shown.stdout).toContain("image/*, text/plain");
  expect((await run("bucket", "list")).stdout).toContain("public");
  const presets = join(folder, "presets.json");
  await writeFile(presets, JSON.stringify({ card: { w: 4 } }));
  await run("bucket", "set", "avatars", "--presets", presets, "--transforms", "presets");
  expect((await run("bucket", "show", "avatars")).stdout).toMatch(/pictures +presets\n *presets +card/);
  await writeFile(policy, "no json");
  expect(await run("bucket", "set", "avatars", "--policy", policy)).toMatchObject({ exitCode: 2 });
  expect(await run("bucket", "set", "avatars", "--policy", join(folder, "none"))).toMatchObject({ exitCode: 2 });
  expect(await run("bucket", "set", "avatars")).toMatchObject({ exitCode: 2 });
  expect(await run("bucket", "delete", "avatars")).toMatchObject({ exitCode: 0 });
  expect(await run("bucket", "show", "avatars")).toMatchObject({ exitCode: 1 });
});

test("a link leads to a picture by a preset of the bucket", async () => {
  const file = join(folder, "a.png");
  await writeFile(file, await makePicture(10, 10, "png"));
  await run("bucket", "create", "pictures", "--public");
  await run("object", "put", "pictures", "a.png", file);
  const signed = await run("object", "sign", "pictures", "a.png", "--preset", "thumbnail");
  expect(signed.stdout).toContain("t=w160-h160-cover-auto-q80");
  expect(await run("object", "sign", "pictures", "a.png", "--preset", "none")).toMatchObject({ exitCode: 1 });
});

test("a file becomes an object and a file again", async () => {
  await run("bucket", "create", "files");
  const [file, copy] = [join(folder, "a.txt"), join(folder, "copy.txt")];
  await writeFile(file, "some text");
  const stored = await run("object", "put", "files", "docs/a.txt", file, "--type", "text/plain");
  expect(stored.stdout).toBe("Stored docs/a.txt, 9 bytes of text/plain.\n");
  expect((await run("object", "list", "files", "--folders")).stdout).toContain("docs/");
  expect((await run("object", "list", "files", "--prefix", "docs/")).stdout).toContain("text/plain");
  expect(await run("object", "get", "files", "docs/a.txt", copy)).toMatchObject({ exitCode: 0 });
  expect(await readFile(copy, "utf8")).toBe("some text");
  expect(await run("object", "get", "files", "docs/a.txt", copy)).toMatchObject({ exitCode: 2 });
  const link = await run("object", "sign", "files", "docs/a.txt", "--seconds", "60", "--download");
  expect(link.stdout).toMatch(
    /^http:\/\/127\.0\.0\.1:3001\/b\/bkt_\w+\/docs\/a\.txt\?e=\d+&d=a\.txt&k=\w+&s=[\w-]+\n$/,
  );
  expect(await run("object", "sign", "files", "none")).toMatchObject({ exitCode: 2 });
  expect(await run("object", "put", "files", "x", join(folder, "none"))).toMatchObject({ exitCode: 2 });
  expect(await run("object", "put", "files", "a/folder", folder)).toMatchObject({ exitCode: 1 });
  expect(await ctx.db.objectUpload.count({ where: { bucket: { projectId: project }, finishedAt: null } })).toBe(0);
  expect(await run("object", "delete", "files", "docs/a.txt")).toMatchObject({ exitCode: 0 });
  expect(await run("object", "delete", "files", "docs/a.txt")).toMatchObject({ exitCode: 1 });
});

test("open uploads are listed and ended", async () => {
  await run("bucket", "create", "videos");
  const at = { projectId: project, bucket: "videos" };
  const { upload } = await createUpload(ctx, { ...at, key: "talk.mp4", size: 104_857_600 / 10, metadata: {} });
  expect((await run("upload", "list", "videos")).stdout).toMatch(new RegExp(`${upload.id} +talk.mp4 +10 MB`));
  expect(await run("bucket", "delete", "videos")).toMatchObject({ exitCode: 1 });
  expect(await run("upload", "end", "videos", upload.id)).toMatchObject({ stdout: `Ended ${upload.id}.\n` });
  expect(await run("upload", "end", "videos", upload.id)).toMatchObject({ exitCode: 1 });
  expect(await run("bucket", "delete", "videos")).toMatchObject({ exitCode: 0 });
});

test("a command for another project finds nothing there", async () => {
  const other = { ...(await makeContext()), objects: ctx.objects };
  const stranger = (await makeStorage()).projectId;
  const args = ["bucket", "show", "files", "--project", stranger];
  expect(await runCommand({ ctx: other }, ...args)).toMatchObject({ exitCode: 1 });
});
