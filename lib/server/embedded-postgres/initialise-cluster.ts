import { spawn } from "node:child_process";
import { chmod, chown, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { diskFullError, explainDiskFull } from "../data-folder/disk-full";
import { readFileIfPresent, syncDirectory } from "../data-folder/durable-file";
import { isRoot, type ServiceUser } from "../data-folder/service-user";
import { SUPERUSER } from "./cluster-configuration";

export const MAJOR_VERSION = "18";

export interface InitialiseOptions {
  directory: string;
  /** The folder of `initdb`. */
  binaries: string;
  user: ServiceUser;
  /** Whether the new cluster must survive a power cut. */
  isDurable: boolean;
}

/**
 * Makes the cluster's data folder unless it is there, and returns the user who runs it: the owner of an existing
 * folder, else `user`.
 * `initdb` works in a folder of another name, so that a crash leaves nothing that looks finished.
 */
export async function initialiseCluster(options: InitialiseOptions): Promise<ServiceUser> {
  const { directory, user } = options;
  const data = join(directory, "data");
  try {
    const version = await readFileIfPresent(join(data, "PG_VERSION"));
    if (version !== null) {
      requireMajorVersion(data, version.trim());
      return await requireOwner(data, user);
    }
    await mkdir(directory, { recursive: true });
    await chmod(directory, isRoot() ? 0o711 : 0o700);
    const unfinished = join(directory, "data.unfinished");
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { mode: 0o700 });
    if (isRoot()) await chown(unfinished, user.uid, user.gid);
    await runInitdb(options, unfinished);
    await rename(unfinished, data);
    await syncDirectory(directory);
    return user;
  } catch (error) {
    throw explainDiskFull(error, directory);
  }
}

/** Returns the options that make a child run as the cluster's user, without the caller's environment. */
export function spawnOptionsFor(user: ServiceUser) {
  const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C", LC_ALL: "C.UTF-8", TZ: "UTC" };
  // Next's types demand NODE_ENV in every environment; PostgreSQL has no use for it.
  return {
    cwd: "/",
    env: environment as unknown as NodeJS.ProcessEnv,
    ...(isRoot() ? { uid: user.uid, gid: user.gid } : {}),
  };
}

function requireMajorVersion(data: string, found: string): void {
  if (found === MAJOR_VERSION) return;
  throw new OperatorError(
    `${data} was created by PostgreSQL ${found}, and this is PostgreSQL ${MAJOR_VERSION}. Use the Coppice version that created it, or move the data folder away.`,
  );
}

async function requireOwner(data: string, user: ServiceUser): Promise<ServiceUser> {
  const { uid, gid } = await stat(data);
  if (uid === user.uid) return user;
  if (isRoot() && uid !== 0) return { name: user.name, uid, gid };
  throw new OperatorError(`${data} belongs to another user (uid ${uid}). Start Coppice as the user that created it.`);
}

/** initdb asks for the version of `postgres` by a shell, with the path in double quotes. */
const READ_BY_SHELL = /["$`\\\n]/;

async function runInitdb({ binaries, user, isDurable }: InitialiseOptions, target: string): Promise<void> {
  const [sign] = READ_BY_SHELL.exec(binaries) ?? [];
  if (sign !== undefined) {
    throw new OperatorError(
      `Can't create a PostgreSQL cluster in ${target}: the path has ${JSON.stringify(sign)}, which initdb's shell would read. Choose another data folder with COPPICE_DATA_DIR.`,
    );
  }
  const authentication = ["--auth-local=peer", "--auth-host=scram-sha-256"];
  const child = spawn(
    join(binaries, "initdb"),
    [
      "-D",
      target,
      "-U",
      SUPERUSER,
      ...authentication,
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "--no-instructions",
      ...(isDurable ? [] : ["--no-sync"]),
    ],
    { ...spawnOptionsFor(user), detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFullError([target]);
  const reason = output.split("\n").find((line) => /error:|FATAL/.test(line)) ?? `exit code ${code}`;
  throw new OperatorError(`Couldn't create a PostgreSQL cluster in ${target}: ${reason.trim()}`);
}
