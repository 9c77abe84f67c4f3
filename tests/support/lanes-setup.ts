import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { WORKER } from "@/lib/core/access/service-actor";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { addHost } from "@/lib/hosting/hosts/add";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { createRuntime } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { prepare } from "@/lib/server/prepare";
import type { WorkerHostCluster } from "./clusters";
import { FURTHER_LANE_NAMES, serveFurtherLanes } from "./further-lanes";
import type { LaneFacts } from "./lanes";
import { findLeaks, readTables, readUsedSecrets } from "./leaked-secrets";
import { ProcessArguments } from "./process-arguments";
import { startSocialStandIns } from "./social-stand-ins";

declare module "vitest" {
  interface ProvidedContext {
    laneFacts: LaneFacts;
    /** The file into which the workers write the secrets they use; searched for in every log when the run is over. */
    usedSecretsFile: string;
  }
}

/** The public origin of all lanes, so that their answers can be compared byte by byte. */
const PUBLIC_URL = "http://coppice.example";
/** The share of the clusters that no Vitest worker has; those count from 1. */
const CLUSTER_NUMBER = 0;
const START_MILLISECONDS = 120_000;

/** Starts the built service on a control database and a host cluster of its own; further lanes start when asked for. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  requireBuild();
  const { clusterServer } = project.getProvidedContext();
  const databaseUrl = await ask<string>(`${clusterServer}/control/${CLUSTER_NUMBER}`);
  const host = await ask<WorkerHostCluster>(`${clusterServer}/host/${CLUSTER_NUMBER}`);
  const secretKeys = `lanes:${randomBytes(32).toString("base64")}`;
  const standIns = await startSocialStandIns();
  const providers = {
    KONNOS_ISSUER: standIns.konnosIssuer,
    COPPICE_PROVIDER_ENDPOINTS: JSON.stringify(standIns.endpoints),
    // An issuer that a project adds is on loopback too.
    COPPICE_OUTGOING_LOOPBACK: "allowed",
  };
  const folder = await mkdtemp(join(tmpdir(), "coppice-lanes-"));
  const changeFile = join(folder, "changes");
  const variables = {
    ...providers,
    DATABASE_URL: databaseUrl,
    COPPICE_CHANGE_FILE: changeFile,
    COPPICE_SECRET_KEYS: secretKeys,
    COPPICE_URL: PUBLIC_URL,
  };
  await prepareControlPlane(variables, host);
  const usedSecretsFile = join(folder, "used-secrets");
  writeFileSync(usedSecretsFile, "", { mode: 0o600 });
  project.provide("usedSecretsFile", usedSecretsFile);
  const processArguments = new ProcessArguments();
  const processes: RunningProcess[] = [];
  const run = (name: string, args: string[], extra: Record<string, string>) => {
    const started = startProcess(join(folder, `${name}.log`), args, {
      ...variables,
      COPPICE_DATA_DIR: join(folder, "data"),
      ...extra,
    });
    processes.push(started);
    return started;
  };
  const stop = async () => {
    processArguments.stop();
    await Promise.all(processes.map((started) => started.stop()));
    await standIns.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await findFreePort([]);
    run("worker", ["dist/server.js"], { COPPICE_ROLES: "worker" });
    const api = run("api", ["dist/server.js"], { COPPICE_ROLES: "web", PORT: String(port) });
    const lane = { name: "API lane", baseUrl: `http://127.0.0.1:${port}` };
    await untilReady(lane.baseUrl, api);
    const further = await serveFurtherLanes(run);
    const furtherLogs = FURTHER_LANE_NAMES.map((name) => join(folder, `${name}.log`));
    for (const file of furtherLogs) writeFileSync(file, "", { mode: 0o600 });
    const clusterFolder = dirname(dirname(host.dataDirectory));
    const postgresLogs = ["control.log", `host-${CLUSTER_NUMBER}.log`].map((name) => join(clusterFolder, name));
    const logFiles = [...processes.map(({ logFile }) => logFile), ...furtherLogs, ...postgresLogs];
    const own = { databaseUrl, changeFile, secretKeys, publicUrl: PUBLIC_URL };
    project.provide("laneFacts", { lane, furtherLanes: further.url, logFiles, ...own });
    return async () => {
      further.close();
      try {
        await Promise.all(processes.map((started) => started.stop()));
        const texts = new Map(logFiles.map((file) => [file, readFileSync(file, "utf8")]));
        texts.set("process arguments", processArguments.stop());
        const setUpWith = [secretKeys.split(":")[1] ?? "", new URL(databaseUrl).password].filter(Boolean);
        await reportLeaks([...readUsedSecrets(usedSecretsFile), ...setUpWith], texts, databaseUrl);
      } finally {
        await stop();
      }
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * LG-01 over the whole run: no secret of the tests is in a log, in clear in a table or in a process's arguments.
 * A leak fails the run; to throw would leave the clusters behind, which are stopped after this.
 */
async function reportLeaks(secrets: string[], texts: Map<string, string>, databaseUrl: string): Promise<void> {
  for (const [name, text] of await readTables(databaseUrl)) texts.set(name, text);
  const leaks = findLeaks(secrets, texts);
  const places = leaks.slice(0, 20).map(({ place, before }) => `  ${place}, after: ${before}\n`);
  const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  const searched = `LG-01: looked for ${secrets.length} secrets in ${size} characters`;
  process.stderr.write(`${searched}, found ${leaks.length} times.\n${places.join("")}`);
  if (leaks.length > 0) process.exitCode = 1;
}

function requireBuild(): void {
  for (const file of ["dist/server.js", "dist/next/BUILD_ID"]) {
    if (!existsSync(file)) throw new Error(`${file} is missing: run \`node bin/setup.mjs test\`, which builds it.`);
  }
}

async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

async function prepareControlPlane(variables: Record<string, string>, host: WorkerHostCluster): Promise<void> {
  const environment = readEnvironment({ ...variables, LOG_LEVEL: "warn" });
  await prepare(environment, null);
  const runtime = createRuntime(environment);
  try {
    const ctx = runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
    const { provisionerUrl, sharesBlocks } = host;
    await addHost(
      ctx,
      {
        ...{ name: "lanes", kind: "shared", provisionerUrl, sslMode: null, capacity: 500, sharesBlocks },
        ...{ publicHost: host.address, publicPort: host.port },
      },
      (url) => new PostgresHost({ provisionerUrl: url, sharesBlocks, onError: () => undefined }),
    );
  } finally {
    await runtime.close();
  }
}

export interface RunningProcess {
  child: ChildProcess;
  logFile: string;
  stop(): Promise<void>;
}

/**
 * A process of the built service. Its whole output goes to a file, which tests may read for secrets that must not be in
 * it.
 */
export function startProcess(logFile: string, args: string[], variables: Record<string, string>): RunningProcess {
  const output = openSync(logFile, "w", 0o600);
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...variables } as const;
  // The channel ends with this process, however it ends, and the service with the channel.
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", output, output, "ipc"] });
  closeSync(output);
  const exited = once(child, "exit");
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const cut = setTimeout(() => child.kill("SIGKILL"), 12_000);
    await exited;
    clearTimeout(cut);
  };
  return { child, logFile, stop };
}

/** Waits until /ready answers 200. Throws with the process's own words when it ends before that. */
export async function untilReady(baseUrl: string, { child, logFile }: RunningProcess): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  for (;;) {
    const status = await fetch(`${baseUrl}/ready`).then(
      (response) => response.status,
      () => null,
    );
    if (status === 200) return;
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`${baseUrl} is not ready (last answer: ${status}). It wrote:\n${readFileSync(logFile, "utf8")}`);
    }
    await delay(50);
  }
}
