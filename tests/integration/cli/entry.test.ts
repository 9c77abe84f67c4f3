import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseKeyRing, SecretSealer } from "@/lib/core/crypto/seal";
import { MAX_ENVELOPE_BYTES } from "@/lib/core/function-wire";
import { listKeyUsage } from "@/lib/hosting/secrets/check";
import { listenForFunctions } from "@/lib/http/functions/function-listener";
import { listenAt } from "@/lib/server/connections/listen";
import { migrate } from "@/lib/server/migrations/migrate";
import { placePrograms } from "@/tests/support/bundled-programs";
import { newControlUrl } from "@/tests/support/clusters";
import { random } from "@/tests/support/context";
import { contextOn } from "@/tests/support/control-database";
import { DataFolder } from "@/tests/support/data-folder";
import { startFunctions } from "@/tests/support/function-runtime";
import { insertHost } from "@/tests/support/rows";

let folder: string;
let keysFile: string;
let databaseUrl: string;

beforeAll(async () => {
  const cache = join(process.cwd(), "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  // Below the package, where the bundle finds its packages and the migrations.
  folder = await mkdtemp(join(cache, "coppice-cli-"));
  keysFile = join(folder, "secret-keys");
  await writeFile(keysFile, `k1:${Buffer.from(random.bytes(32)).toString("base64")}\n`, { mode: 0o600 });
  databaseUrl = await newControlUrl();
  await placePrograms(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Runs the bundled command line as a process of its own. */
function coppice(args: string[], variables: Record<string, string | undefined> = {}, stdin = ""): Promise<Ended> {
  const environment = { DATABASE_URL: databaseUrl, COPPICE_SECRET_KEYS_FILE: keysFile, COPPICE_DATA_DIR: folder };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(folder, "coppice.js"), ...args], {
      env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", ...environment, ...variables },
    });
    const ended = { stdout: "", stderr: "" };
    child.stdout.on("data", (bytes: Buffer) => {
      ended.stdout += bytes;
    });
    child.stderr.on("data", (bytes: Buffer) => {
      ended.stderr += bytes;
    });
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal, ...ended }));
    child.stdin.end(stdin);
  });
}

describe("the bundled command line", () => {
  it("prints JSON alone on standard output and ends by itself", async () => {
    const created = await coppice(["org", "create", "Acme", "--json"]);
    expect(created).toMatchObject({ code: 0, signal: null, stderr: "" });
    const listed = await coppice(["org", "list", "--json"]);
    expect(JSON.parse(listed.stdout)).toEqual({ items: [JSON.parse(created.stdout)] });
  });

  it("exits with 2 for a wrong call and with 1 for a failure, with one sentence on standard error", async () => {
    expect(await coppice(["org", "destroy"])).toMatchObject({ code: 2, stdout: "" });
    const url = "postgresql://u:hunter2@127.0.0.1:1/x";
    const failed = await coppice(["org", "list"], { DATABASE_URL: url });
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed.stderr).toMatch(/^error: The control database doesn't respond.*\n$/);
    const wrong = await coppice(["org", "list"], { PORT: "many" });
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toMatch(/^error: Wrong environment: PORT.*\n$/);
    expect(failed.stderr + wrong.stderr).not.toContain("hunter2");
  });

  it("tells the version and the build", async () => {
    const { version } = JSON.parse(await readFile("package.json", "utf8"));
    const stdout = expect.stringMatching(new RegExp(`^Coppice ${version.replaceAll(".", "\\.")} \\(\\w+\\)\n$`));
    expect(await coppice(["--version"])).toMatchObject({ code: 0, stdout });
  });

  it("gives help even when the environment is wrong", async () => {
    expect(await coppice(["--help"], { PORT: "many" })).toMatchObject({ code: 0, stderr: "" });
  });

  it("reads the connection string of a host from standard input, and refuses a host that does not answer", async () => {
    const url = "postgresql://provisioner:hunter2@127.0.0.1:1/postgres\n";
    const refused = await coppice(["host", "add", "pg-1", "--capacity", "5"], {}, url);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^error: .*doesn't respond.*\n$/);
    expect(refused.stderr).not.toContain("hunter2");
  });

  it("OP-M9: ends with the npm that started it, which is killed without a word", async () => {
    const environment = { DATABASE_URL: databaseUrl, COPPICE_SECRET_KEYS_FILE: keysFile, COPPICE_DATA_DIR: folder };
    const command = "node bin/coppice.mjs --parent=$$ inbox list --watch & echo $!; wait";
    const npm = spawn("sh", ["-c", command], { env: { PATH: process.env.PATH, NODE_ENV: "test", ...environment } });
    const [line] = (await once(npm.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(process.kill(pid, 0)).toBe(true);
    npm.kill("SIGKILL");
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  it("RF-25: killed in the middle of a rotation it loses nothing, and run again it finishes", async () => {
    const before = new SecretSealer(parseKeyRing((await readFile(keysFile, "utf8")).trim()), random);
    const ctx = await contextOn(databaseUrl, { sealer: before });
    const url = "postgresql://provisioner:secret@127.0.0.1:1/postgres";
    const hosts = await Promise.all(Array.from({ length: 250 }, () => insertHost(ctx, { provisionerUrl: url })));
    const killed = await coppice(["secrets", "rotate"], { COPPICE_CRASH_AT: "secrets.batch_resealed" });
    expect(killed).toMatchObject({ code: null, signal: "SIGKILL" });
    expect((await stat(keysFile)).mode & 0o777).toBe(0o600);
    expect((await listKeyUsage(ctx)).map(({ keyId, values }) => [keyId, values])).toEqual([
      ["k1", 50],
      ["k2", 200],
    ]);
    const finished = await coppice(["secrets", "rotate", "--json"]);
    expect(JSON.parse(finished.stdout)).toMatchObject({ resealed: 250, primaryKeyId: "k3", otherKeyIdsInUse: [] });
    const ring = parseKeyRing((await readFile(keysFile, "utf8")).trim());
    expect(ring.map((key) => key.id)).toEqual(["k3", "k2", "k1"]);
    const after = new SecretSealer([ring[0]], random);
    const rows = await ctx.db.host.findMany({ select: { id: true, provisionerUrl: true } });
    expect(rows).toHaveLength(hosts.length);
    for (const row of rows) {
      expect(after.open(row.provisionerUrl, { table: "host", column: "provisioner_url", rowId: row.id })).toBe(url);
    }
  });

  it("creates nothing where there is no installation, and says how one is made", async () => {
    const dataDir = join(folder, "none");
    const embedded = { DATABASE_URL: undefined, COPPICE_SECRET_KEYS_FILE: undefined, COPPICE_DATA_DIR: dataDir };
    const sentence = `There's no Coppice installation in ${dataDir}. Set COPPICE_DATA_DIR to its folder, or create one with \`npm start\`.`;
    const listed = await coppice(["org", "list"], embedded);
    expect(listed).toMatchObject({ code: 1, stdout: "", stderr: `error: ${sentence}\n` });
    const diagnosed = await coppice(["doctor"], embedded);
    expect(diagnosed.code).toBe(1);
    expect(diagnosed.stdout).toContain(sentence);
    expect(await readdir(folder)).not.toContain("none");
  });

  it("RF-19: needs no host in order to read the control plane, and doctor names the obstacle that keeps the host from starting", async () => {
    const installation = new DataFolder();
    try {
      await migrate((await installation.start()).controlUrl);
      await installation.stop();
      const { postgresDirectory } = installation.state;
      await rename(join(postgresDirectory, "host-1", "data", "global"), join(postgresDirectory, "host-1", "gone"));
      const embedded = {
        ...{ DATABASE_URL: undefined, COPPICE_SECRET_KEYS_FILE: undefined },
        COPPICE_DATA_DIR: installation.path,
      };
      const listed = await coppice(["org", "list", "--json"], embedded);
      expect(listed).toMatchObject({ code: 0, stderr: "" });
      expect(JSON.parse(listed.stdout)).toEqual({ items: [] });
      const diagnosed = await coppice(["doctor"], embedded);
      expect(diagnosed.stderr).toMatch(/^The host-1 PostgreSQL server didn't start: /);
      expect(diagnosed.stdout).toMatch(/^ok +control plane +answers/m);
      const repaired = await coppice(["db", "repair"], embedded);
      expect(repaired).toMatchObject({ code: 1, stdout: "" });
      expect(repaired.stderr).toMatch(/^error: The host-1 PostgreSQL server didn't start: /);
    } finally {
      await installation.remove();
    }
  });

  it("deploys a folder by the socket of the service that runs on the same data folder, and says so without one", async () => {
    await coppice(["org", "create", "Deploys"]);
    await coppice(["flag", "set", "Deploys", "functions", "on"]);
    await coppice(["project", "create", "Deploys", "Greetings"]);
    await mkdir(join(folder, "greet"), { recursive: true });
    await writeFile(join(folder, "greet", "index.ts"), 'export default { fetch: () => new Response("hello") };');
    const deploying = ["functions", "deploy", join(folder, "greet"), "--project", "Greetings", "--json"];
    const without = await coppice(deploying);
    expect([without.code, without.stdout]).toEqual([1, ""]);
    expect(without.stderr).toContain("service");
    const listener = listenForFunctions(
      { functions: startFunctions().runtime, log: pino({ level: "silent" }), random },
      (_request, response) => void response.writeHead(404).end(),
    );
    const server = createServer({ maxHeaderSize: MAX_ENVELOPE_BYTES }, listener);
    await mkdir(join(folder, "run"), { recursive: true });
    await listenAt(server, join(folder, "run", "functions.sock"));
    const deployed = await coppice(deploying);
    await new Promise((resolve) => server.close(resolve));
    expect([deployed.code, deployed.stderr]).toEqual([0, ""]);
    expect(JSON.parse(deployed.stdout)).toMatchObject({ version: 1, status: "active" });
  });
});
