import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Pool } from "pg";
import type { TestProject } from "vitest/node";
import { bundle } from "@/bin/bundle.mjs";
import { migrateJobs } from "@/lib/jobs/worker";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { migrate } from "@/lib/server/migrations/migrate";
import type { WorkerHostCluster } from "./clusters";

declare module "vitest" {
  interface ProvidedContext {
    /** The address at which workers ask for databases and clusters; the clusters live as long as the run. */
    clusterServer: string;
  }
}

/** Inside the repository, so that the packages are found. */
const PROGRAMS = join(process.cwd(), ".setup", "tests", `programs-${process.pid}`);
/** One bundle has all, since they share most of their modules. */
const ENTRIES = {
  server: "server.ts",
  coppice: "cli.ts",
  "crashing-operation": "tests/integration/hosting/crash/crashing-process.ts",
  "crashing-billing": "tests/integration/services/billing/crashing-process.ts",
  storming: "tests/integration/services/storage/storming-process.ts",
};
/** Migrated once and then left alone, so that it can be cloned. */
const TEMPLATE_DATABASE = "migrated";

/** One control cluster with a migrated database for the workers to clone, and a host cluster for each that asks. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-test-"));
  await chmod(folder, 0o711);
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const control = await startTemporaryCluster({ kind: "control", folder, name: "control", log });
  const clusters = new WorkerClusters(folder, control, log);
  await runOn(control.url, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
  const template = withDatabase(control.url, TEMPLATE_DATABASE);
  await migrate(template);
  await makeQueue(template);
  const secret = randomBytes(16).toString("hex");
  const server = createServer((request, response) => {
    const [, given, kind, worker] = (request.url ?? "").split("/");
    if (given !== secret || !worker || !/^\d+$/.test(worker)) return void response.writeHead(404).end();
    answer(response, clusters.find(kind ?? "", worker));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  project.provide("clusterServer", `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await clusters.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The schema of the jobs, which the verbs add to. */
async function makeQueue(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString });
  const ignore = () => {};
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  try {
    await migrateJobs(pool);
  } finally {
    await pool.end();
  }
}

class WorkerClusters {
  readonly #folder: string;
  readonly #control: TemporaryCluster;
  readonly #log: (line: string) => void;
  readonly #databases = new Map<string, Promise<string>>();
  readonly #hosts = new Map<string, Promise<TemporaryCluster>>();
  #hostTemplate: Promise<string> | null = null;
  #programs: Promise<string> | null = null;

  constructor(folder: string, control: TemporaryCluster, log: (line: string) => void) {
    this.#folder = folder;
    this.#control = control;
    this.#log = log;
  }

  async find(kind: string, worker: string): Promise<string | WorkerHostCluster> {
    if (kind === "host") return this.#host(worker);
    if (kind === "programs") return this.#bundle();
    if (kind === "new-control") return this.#clone(`own_${randomBytes(6).toString("hex")}`);
    return remember(this.#databases, worker, () => this.#clone(`worker_${worker}`));
  }

  async stop(): Promise<void> {
    const hosts = await Promise.allSettled(this.#hosts.values());
    const running = hosts.filter((result) => result.status === "fulfilled").map((result) => result.value);
    await Promise.all([this.#control, ...running].map((cluster) => cluster.stop()));
    await rm(PROGRAMS, { recursive: true, force: true });
  }

  async #bundle(): Promise<string> {
    this.#programs ??= bundle(ENTRIES, PROGRAMS).then(() => PROGRAMS);
    return this.#programs;
  }

  /** Returns the URL of a new control database. */
  async #clone(name: string): Promise<string> {
    await runOn(this.#control.url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
    return withDatabase(this.#control.url, name);
  }

  async #host(worker: string): Promise<WorkerHostCluster> {
    const { url, stop, ...cluster } = await remember(this.#hosts, worker, async () => {
      this.#hostTemplate ??= this.#makeHostTemplate();
      const [copyOf, name] = [await this.#hostTemplate, `host-${worker}`];
      return startTemporaryCluster({ kind: "host", folder: this.#folder, name, copyOf, log: this.#log });
    });
    return { ...cluster, provisionerUrl: url };
  }

  async #makeHostTemplate(): Promise<string> {
    const name = "host-template";
    const cluster = await startTemporaryCluster({ kind: "host", folder: this.#folder, name, log: this.#log });
    await cluster.stop();
    return name;
  }
}

function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

function answer(response: ServerResponse, value: Promise<unknown>): void {
  value.then(
    (found) => response.end(JSON.stringify(found)),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  );
}
