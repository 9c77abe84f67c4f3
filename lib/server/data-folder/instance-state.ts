import { randomBytes, randomInt } from "node:crypto";
import { access, chmod, constants } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { OperatorError } from "@/lib/core/operator-error";
import { readFileIfPresent, writeFileDurably } from "./durable-file";
import { makeFolder } from "./make-folder";
import { canEnter, isRoot, type ServiceUser } from "./service-user";
import { explainUnusableFolder } from "./unusable-folder";

const FORMAT_VERSION = 1;
/** Ports from here lie below the kernel's range for outgoing connections, which therefore cannot take a kept port. */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

const Port = z.int().min(1).max(65_535);
const InstanceState = z.object({
  formatVersion: z.literal(FORMAT_VERSION),
  instanceId: z.string().regex(/^[0-9a-f]{16}$/),
  /** Relative to the data folder where it lies inside, so that the data folder can be moved. */
  postgresDirectory: z.string().min(1),
  ports: z.object({ control: Port, host: Port }),
});
const InstanceSecrets = z.object({ controlPassword: z.string().min(20), provisionerPassword: z.string().min(20) });

export type InstanceState = z.infer<typeof InstanceState>;
export type InstanceSecrets = z.infer<typeof InstanceSecrets>;

/**
 * Makes the data folder; only root's is passable, because the clusters then run as other users. Throws `OperatorError`
 * for one that cannot be used.
 */
export async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    const created = await makeFolder(dataDir);
    if (created) await chmod(dataDir, isRoot() ? 0o711 : 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainUnusableFolder(error, dataDir);
  }
}

const stateFile = (dataDir: string) => join(dataDir, "state.json");
const secretsFile = (dataDir: string) => join(dataDir, "secrets.json");
export const secretKeysFile = (dataDir: string) => join(dataDir, "secret-keys");

/** Returns the state that an earlier start wrote, or `null`. Throws `OperatorError` for another version's. */
export async function readState(dataDir: string): Promise<InstanceState | null> {
  const state = await readJson(stateFile(dataDir), InstanceState);
  return state && { ...state, postgresDirectory: resolve(dataDir, state.postgresDirectory) };
}

export async function readSecrets(dataDir: string): Promise<InstanceSecrets | null> {
  return readJson(secretsFile(dataDir), InstanceSecrets);
}

/** Returns the state, made at the first start. The caller holds the lock; `users` can enter the PostgreSQL folder. */
export async function ensureState(
  dataDir: string,
  users: readonly ServiceUser[],
  log: (line: string) => void,
): Promise<InstanceState> {
  const existing = await readState(dataDir);
  if (existing) return existing;
  const instanceId = randomBytes(8).toString("hex");
  const reachable = users.every((user) => canEnter(user, dataDir));
  const postgresDirectory = reachable ? "postgres" : join("/var/lib/coppice", instanceId);
  if (!reachable) {
    log(`PostgreSQL's users can't access ${dataDir}, so the databases are in ${postgresDirectory}.`);
  }
  const control = await findFreePort([]);
  const ports = { control, host: await findFreePort([control]) };
  const state: InstanceState = { formatVersion: FORMAT_VERSION, instanceId, postgresDirectory, ports };
  await writeFileDurably(stateFile(dataDir), `${JSON.stringify(state, null, 2)}\n`, 0o600);
  return { ...state, postgresDirectory: resolve(dataDir, postgresDirectory) };
}

/** Writes down that the host's server has this port from now on, and returns the state. The caller holds the lock. */
export async function moveHostPort(dataDir: string, state: InstanceState, host: number): Promise<InstanceState> {
  if (state.ports.host === host) return state;
  if (state.ports.control === host) {
    throw new OperatorError(`Port ${host} is that of Coppice's own database server. Choose another.`);
  }
  return writePorts(dataDir, state, { ...state.ports, host });
}

/** Gives the control plane's server another port, known to Coppice alone, and returns it. The caller holds the lock. */
export async function moveControlPort(dataDir: string, state: InstanceState): Promise<number> {
  const control = await findFreePort([state.ports.host]);
  await writePorts(dataDir, state, { ...state.ports, control });
  return control;
}

async function writePorts(
  dataDir: string,
  state: InstanceState,
  ports: InstanceState["ports"],
): Promise<InstanceState> {
  const moved = { ...(await readJson(stateFile(dataDir), InstanceState)), ports };
  await writeFileDurably(stateFile(dataDir), `${JSON.stringify(moved, null, 2)}\n`, 0o600);
  return { ...state, ports };
}

/** Returns the passwords and the key ring, made once. The caller holds the data folder's lock. */
export async function ensureSecrets(dataDir: string): Promise<InstanceSecrets> {
  if ((await readFileIfPresent(secretKeysFile(dataDir))) === null) {
    await writeFileDurably(secretKeysFile(dataDir), `k1:${randomBytes(32).toString("base64")}\n`, 0o600);
  }
  const existing = await readSecrets(dataDir);
  if (existing) return existing;
  const random = { bytes: (length: number) => randomBytes(length) };
  const secrets = { controlPassword: randomBase62(43, random), provisionerPassword: randomBase62(43, random) };
  await writeFileDurably(secretsFile(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
}

export async function findFreePort(taken: readonly number[]): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (!taken.includes(port) && (await isPortFree(port))) return port;
  }
  throw new OperatorError(`No free port between ${LOWEST_PORT} and ${HIGHEST_PORT}.`);
}

/** Returns whether a server can listen on this port. */
export function isPortFree(port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFileIfPresent(path);
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError(
      `${path} is damaged or was written by another version of Coppice. Restore it, or move the data folder away.`,
      { cause },
    );
  }
}
