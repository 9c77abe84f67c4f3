import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stageRelease } from "@/bin/release/stage.mjs";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { DataFolder, isRoot } from "@/tests/support/data-folder";
import { makePicture } from "@/tests/support/pictures";
import { type SupervisedService, startSupervised, untilServing } from "@/tests/support/supervised-service";

const run = promisify(execFile);

let folder: DataFolder;
let release: string;
let service: SupervisedService | undefined;
let url: string;
let variables: Record<string, string>;
let told: Record<string, string>;
let bill: Awaited<ReturnType<typeof stageRelease>>;

beforeAll(async () => {
  folder = new DataFolder(0o755);
  release = join(folder.parent, "coppice");
  bill = await stageRelease(release);
  makeReadOnly(release);
  const programs = join(folder.parent, "programs");
  mkdirSync(programs);
  symlinkSync(process.execPath, join(programs, "node"));
  const [port, contentPort] = [await findFreePort([]), await findFreePort([])];
  url = `http://localhost:${port}`;
  variables = {
    ...{ PATH: `${programs}:/usr/bin:/bin`, HOME: folder.parent, COPPICE_DATA_DIR: folder.path, LOG_LEVEL: "error" },
    ...{ PORT: String(port), COPPICE_CONTENT_PORT: String(contentPort) },
  };
});

afterAll(async () => {
  service?.child.kill("SIGTERM");
  await service?.exitCode;
  if (isRoot) execFileSync("umount", [release]);
  else execFileSync("chmod", ["-R", "u+w", release]);
  await folder.remove();
});

/** As below the unit of the production guide, where the service can write to its data alone. */
function makeReadOnly(path: string): void {
  if (!isRoot) return void execFileSync("chmod", ["-R", "a-w", path]);
  execFileSync("mount", ["--bind", path, path]);
  execFileSync("mount", ["-o", "remount,bind,ro", path]);
}

async function coppice(...args: string[]): Promise<string> {
  const { stdout } = await run(join(release, "coppice"), args, { cwd: "/", env: variables as NodeJS.ProcessEnv });
  return stdout;
}

async function ask(path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${told.COPPICE_MANAGEMENT_KEY}`, "content-type": "application/json" };
  return fetch(`${url}/api/v1${path}`, {
    headers,
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
}

it("starts from any folder, in one that it can't write to, with Node.js alone, and serves pages with their scripts and styles", async () => {
  service = startSupervised(join(release, "coppice"), ["start"], { cwd: "/", env: variables as NodeJS.ProcessEnv });
  await untilServing(service);
  told = Object.fromEntries(
    [...service.output().matchAll(/^(COPPICE_\w+)=(\S+)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  const page = await fetch(`${url}/docs/branching`);
  const html = await page.text();
  expect([page.status, html]).toEqual([200, expect.stringContaining("<h1")]);
  const parts = [...html.matchAll(/(?:src|href)="(\/_next\/[^"]+)"/g)].map(([, path]) => path);
  expect(parts.length).toBeGreaterThan(2);
  for (const path of parts) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  expect((await fetch(`${url}/auth/${told.COPPICE_PROJECT_ID}/sign-in`)).status).toBe(200);
});

it("makes databases and answers SQL", async () => {
  const { id } = (await (await ask("/databases", { name: "first" })).json()) as { id: string };
  const status = async () => ((await (await ask(`/databases/${id}`)).json()) as { status: string }).status;
  await expect.poll(status).toBe("ready");
  const answer = await ask("/sql", { database: id, query: "select 7 as n" });
  expect(await answer.json()).toMatchObject({ rows: [{ n: 7 }] });
});

it("bundles and runs functions, and makes pictures smaller", async () => {
  const projectId = told.COPPICE_PROJECT_ID ?? "";
  const { secret } = JSON.parse(
    await coppice("server-key", "create", projectId, "--name", "backend", "--scope", "admin", "--json"),
  );
  const inProject = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${secret}`, ...(init.headers as Record<string, string>) };
    return fetch(`${url}/v1/projects/${projectId}${path}`, { method: "POST", ...init, headers });
  };
  const json = { "content-type": "application/json" };
  await coppice("flag", "set", told.COPPICE_ORG_ID ?? "", "functions", "on");
  await coppice("functions", "deploy", "examples/functions/hello", "--project", projectId, "--access", "server");
  const called = await inProject("/functions/hello/invoke", { headers: json, body: "{}" });
  expect([called.status, await called.text()]).toEqual([200, expect.stringContaining("world")]);

  await inProject("/storage/buckets", { headers: json, body: JSON.stringify({ name: "photos", transforms: "any" }) });
  const body = new Uint8Array(await makePicture(800, 600));
  const objects = "/storage/buckets/photos/objects/large.jpg";
  await inProject(objects, { method: "PUT", headers: { "content-type": "image/jpeg" }, body });
  const order = { keys: ["large.jpg"], expiresInSeconds: 60, transform: { w: 80, format: "webp" } };
  const signed = await inProject("/storage/buckets/photos/sign", { headers: json, body: JSON.stringify(order) });
  const [link] = ((await signed.json()) as { urls: { url?: string }[] }).urls;
  const picture = await fetch(link?.url ?? "");
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
});

it("knows its content, and under which licences", () => {
  const names = bill.packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["coppice", "next", "pg", "workerd", "esbuild", "sharp"]));
  expect(names).not.toContain("vitest");
  const undeclared = bill.packages.filter(({ licenseDeclared }) => licenseDeclared === "NOASSERTION");
  // One of the client for uploads names none, and says it in a file.
  expect(undeclared.map(({ name }) => name)).toEqual(["coppice", "combine-errors"]);
  expect(new Set(bill.packages.map(({ SPDXID }) => SPDXID)).size).toBe(bill.packages.length);
});
