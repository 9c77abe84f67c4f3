import { spawn } from "node:child_process";
import { chmod, chown, lstat, mkdir, readlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { DiskFullError, diskFullError } from "../data-folder/disk-full";
import { isRoot, type ServiceUser } from "../data-folder/service-user";
import { spawnOptionsFor } from "./initialise-cluster";

/**
 * The copy is complete on disk before the folder gets another name, and the link follows at once: any folder that is
 * found, either the folder of before or the copy is whole. `pg_wal.moved` is looked for first, since it means the
 * latter.
 */
const MOVE = `set -e
from="$1/pg_wal"; to="$2"; link="$3"
if [ ! -d "$from.moved" ]; then
  rm -rf "$to"/* "$to"/.[!.]*
  cp -a "$from/." "$to/"
  sync -f "$to"
  mv "$from" "$from.moved"
fi
ln -sfn "$link" "$from"
sync -f "$1"
rm -rf "$from.moved"`;

/**
 * Moves the write-ahead log of a stopped cluster into a folder on another file system, unless it is there. The work is
 * done as the cluster's user: its data folder may hold anything an intruder put there. Safe to repeat after a crash.
 */
export async function moveWal(options: {
  dataDirectory: string;
  /** Belongs to the caller. */
  directory: string;
  user: ServiceUser;
  log: (line: string) => void;
}): Promise<void> {
  const { dataDirectory, directory, user, log } = options;
  const target = join(directory, "pg_wal");
  // Relative, so that the data folder can be moved.
  const link = relative(dataDirectory, target);
  const [found, left] = await Promise.all(["pg_wal", "pg_wal.moved"].map((name) => look(join(dataDirectory, name))));
  if (found === link && left === null) return;
  if (found !== null && found !== "" && found !== link) {
    throw new OperatorError(`${join(dataDirectory, "pg_wal")} links to ${found}. Link it to ${link}.`);
  }
  await mkdir(target, { recursive: true, mode: 0o700 });
  await chmod(directory, isRoot() ? 0o711 : 0o700);
  if (isRoot()) await chown(target, user.uid, user.gid);
  log(`Moving the write-ahead log of ${dirname(dataDirectory)} to ${target}.`);
  try {
    await run(MOVE, [dataDirectory, target, link], user);
  } catch (error) {
    // Copying comes first, so the log is still whole where it was.
    if (!(error instanceof DiskFullError) || found !== "") throw error;
    log(error.message);
  }
}

/** Returns where a link leads, an empty text for anything else, and `null` when there is nothing. */
async function look(path: string): Promise<string | null> {
  const found = await lstat(path).catch(() => null);
  if (!found) return null;
  return found.isSymbolicLink() ? readlink(path) : "";
}

async function run(script: string, args: [string, string, string], user: ServiceUser): Promise<void> {
  const child = spawn("/bin/sh", ["-c", script, "sh", ...args], {
    ...spawnOptionsFor(user),
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (code === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFullError([args[0], args[1]]);
  throw new OperatorError(`Couldn't move the write-ahead log to ${args[1]}: ${output.split("\n")[0]}`);
}
