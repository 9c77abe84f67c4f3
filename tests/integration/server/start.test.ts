import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseKeyRing } from "@/lib/core/crypto/seal";
import { controlUrl } from "@/lib/server/embedded-postgres/embedded-clusters";
import { findEmbeddedPostgres } from "@/lib/server/embedded-postgres/find-running";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/server/embedded-postgres/start";
import { DataFolder, queryOne } from "@/tests/support/data-folder";

const folder = new DataFolder();
afterAll(() => folder.remove());

const overTcp = (url: string) => Object.assign(new URL(url), { search: "" }).href;

describe("while it runs", () => {
  let started: EmbeddedPostgres;
  beforeAll(async () => {
    started = await folder.start();
  });
  afterAll(() => folder.stop());

  test("both clusters answer, each to its own role", async () => {
    expect(await queryOne(started.controlUrl, "SELECT current_user, current_database()")).toEqual({
      current_user: "coppice",
      current_database: "coppice",
    });
    expect(await queryOne(started.host.provisionerUrl, "SELECT current_user")).toEqual({ current_user: "provisioner" });
  });

  test("the control role can neither make databases nor roles, nor reach another database", async () => {
    const facts = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user";
    expect(await queryOne(started.controlUrl, facts)).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
    });
    const elsewhere = new URL(started.controlUrl);
    elsewhere.pathname = "/postgres";
    await expect(queryOne(elsewhere.href, "SELECT 1")).rejects.toMatchObject({ code: "42501" });
  });

  test("passwords and keys can be read by the owner alone", async () => {
    for (const name of ["state.json", "secrets.json", "secret-keys"]) {
      expect(statSync(join(folder.path, name)).mode & 0o777, name).toBe(0o600);
    }
    expect(parseKeyRing(await readFile(started.secretKeysFile, "utf8"))).toHaveLength(1);
    const text = await readFile(join(folder.path, "secrets.json"), "utf8");
    const arguments_ = await readFile(`/proc/${started.control.postmasterPid}/cmdline`, "utf8");
    for (const secret of Object.values(JSON.parse(text) as Record<string, string>)) {
      expect(arguments_).not.toContain(secret);
    }
  });

  test("a second start on the same data folder is refused, and names the first", async () => {
    const second = startEmbeddedPostgres({ dataDir: folder.path, log: () => undefined });
    await expect(second).rejects.toMatchObject({
      name: "OperatorError",
      message: `Coppice is already running on ${folder.path} (pid ${process.pid}).`,
    });
  });

  test("another process finds the running instance", async () => {
    expect(await findEmbeddedPostgres(folder.path)).toMatchObject({
      controlUrl: overTcp(started.controlUrl),
      provisionerUrl: started.host.provisionerUrl,
      runningPid: process.pid,
    });
  });

  test("the service asks its own database over the Unix socket, and an operator's command over TCP", async () => {
    const address = "SELECT inet_client_addr() AS address";
    expect(await queryOne(started.controlUrl, address)).toEqual({ address: null });
    expect(await queryOne(overTcp(started.controlUrl), address)).toEqual({ address: "127.0.0.1" });
  });

  test("a second data folder runs beside it", async () => {
    const other = new DataFolder();
    try {
      const second = await other.start();
      expect(await queryOne(second.controlUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
      expect(await queryOne(started.controlUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
    } finally {
      await other.remove();
    }
  });

  test("a server that is killed is started anew on the same port", async () => {
    const before = started.control.postmasterPid;
    process.kill(before, "SIGKILL");
    await expect.poll(() => queryOne(started.controlUrl, "SELECT 1 AS one").catch(() => null)).toEqual({ one: 1 });
    expect(started.control.postmasterPid).not.toBe(before);
  });

  test.each(["server", "session"] as const)(
    "the rest that a killed %s left of a database being made is removed",
    async (kind) => {
      const { dataDirectory, provisionerUrl } = started.host;
      const orphan = join(dataDirectory, "base", kind === "server" ? "4000000000" : "4000000001");
      mkdirSync(orphan);
      writeFileSync(join(orphan, "PG_VERSION"), "18\n");
      const session = new Client({ connectionString: provisionerUrl });
      session.on("error", () => undefined);
      await session.connect();
      const { rows } = await session.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      process.kill(kind === "server" ? started.host.postmasterPid : (rows[0]?.pid ?? 0), "SIGKILL");
      // Also while others make databases: theirs must stay.
      const made = `made_after_killed_${kind}`;
      await expect
        .poll(() => queryOne(provisionerUrl, `CREATE DATABASE ${made}`).then(String, String))
        .toContain("already exists");
      await expect.poll(() => existsSync(orphan)).toBe(false);
      const inside = Object.assign(new URL(provisionerUrl), { pathname: `/${made}` }).href;
      expect(await queryOne(inside, "SELECT 1 AS one")).toEqual({ one: 1 });
      await session.end().catch(() => undefined);
    },
  );
});

describe("at the next start", () => {
  beforeAll(async () => {
    const first = await folder.start();
    await queryOne(first.controlUrl, "CREATE TABLE kept AS SELECT 7 AS value");
    await folder.stop();
  });
  afterEach(() => folder.stop());

  test("ports, passwords and data are those of the first", async () => {
    const before = await findEmbeddedPostgres(folder.path);
    const second = await folder.start();
    expect(overTcp(second.controlUrl)).toBe(before?.controlUrl);
    expect(second.host.provisionerUrl).toBe(before?.provisionerUrl);
    expect(await queryOne(second.controlUrl, "SELECT value FROM kept")).toEqual({ value: 7 });
  });

  test("a bootstrap that was cut short is finished", async () => {
    const { postgresDirectory } = folder.state;
    for (const name of ["control", "host-1"]) rmSync(join(postgresDirectory, "configuration", name, "bootstrapped"));
    const started = await folder.start();
    expect(await queryOne(started.host.provisionerUrl, "SELECT current_user")).toEqual({ current_user: "provisioner" });
  });

  test("a data folder that was moved keeps its data", async () => {
    folder.move("moved");
    const started = await folder.start();
    expect(await queryOne(started.controlUrl, "SELECT value FROM kept")).toEqual({ value: 7 });
  });

  test("new passwords reach the clusters when the file of the old ones is lost", async () => {
    rmSync(join(folder.path, "secrets.json"));
    const started = await folder.start();
    expect(await queryOne(started.controlUrl, "SELECT value FROM kept")).toEqual({ value: 7 });
    expect(await queryOne(started.host.provisionerUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
  });

  test("a port of the host that another program has taken is named", async () => {
    const port = folder.state.ports.host;
    await takePort(port, async () => {
      await expect(folder.start()).rejects.toMatchObject({
        name: "OperatorError",
        message: expect.stringMatching(new RegExp(`^Port ${port}, .* is in use by another program`)),
      });
    });
    await folder.start();
  });

  test("the control plane's server, whose port Coppice alone knows, moves to another if its own is taken", async () => {
    const before = folder.state.ports;
    await takePort(before.control, async () => {
      const started = await folder.start();
      const { ports } = folder.state;
      expect(ports).toEqual({ control: started.control.port, host: before.host });
      expect(folder.said).toContain(
        `Port ${before.control} is in use by another program, so the control database server has port ${ports.control} from now on.`,
      );
      const overTcp = controlUrl(ports.control, JSON.parse(await readSecrets()).controlPassword);
      expect(await queryOne(overTcp, "SELECT value FROM kept")).toEqual({ value: 7 });
    });
  });

  const readSecrets = () => readFile(join(folder.path, "secrets.json"), "utf8");

  async function takePort(port: number, work: () => Promise<void>): Promise<void> {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    try {
      await work();
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  }
});

describe("on a folder it cannot use", () => {
  test("a cluster of another PostgreSQL version is refused and left alone", async () => {
    const other = new DataFolder();
    try {
      await other.start();
      await other.stop();
      const version = join(other.state.postgresDirectory, "control", "data", "PG_VERSION");
      writeFileSync(version, "17\n");
      await expect(other.start()).rejects.toMatchObject({
        name: "OperatorError",
        message: expect.stringMatching(/was created by PostgreSQL 17, and this is PostgreSQL 18/),
      });
      expect(await readFile(version, "utf8")).toBe("17\n");
    } finally {
      await other.remove();
    }
  });

  test("a data folder of another format is refused", async () => {
    const other = new DataFolder();
    try {
      mkdirSync(other.path);
      writeFileSync(join(other.path, "state.json"), JSON.stringify({ formatVersion: 99 }));
      await expect(other.start()).rejects.toMatchObject({
        name: "OperatorError",
        message: expect.stringMatching(/state\.json is damaged or was written by another version of Coppice/),
      });
    } finally {
      await other.remove();
    }
  });
});
