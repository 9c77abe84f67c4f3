import { access, constants, stat, statfs } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { DoctorProbes } from "@/lib/cli/command-line";
import { type Check, fail, ok, reasonOf, warn } from "./checks";

const OLDEST_NODE = 20;
const LITTLE_SPACE_BYTES = 5 * 1024 ** 3;
const NO_SPACE_BYTES = 1024 ** 3;

export function checkNode({ nodeVersion }: DoctorProbes): Check {
  const major = Number(/^v?(\d+)\./.exec(nodeVersion)?.[1] ?? 0);
  if (major >= OLDEST_NODE) return ok("node", nodeVersion);
  return fail("node", nodeVersion, `Install Node.js ${OLDEST_NODE} or later.`);
}

export async function checkDataFolder({ dataDir, isEmbedded }: DoctorProbes): Promise<Check[]> {
  if (!isEmbedded) return [];
  try {
    const [status, space] = await Promise.all([stat(dataDir), statfs(dataDir)]);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return [checkMode(dataDir, status.mode & 0o777), checkSpace(space.bavail * space.bsize)];
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === "ENOENT") {
      return [warn("data folder", `${dataDir} is not there yet`, "Start the service once; it makes the folder.")];
    }
    const advice = "Let the user that runs the service read and write it, or set COPPICE_DATA_DIR.";
    return [fail("data folder", `${dataDir}: ${reason}`, advice)];
  }
}

/**
 * Checks the mode of the data folder. The databases' own folders are closed; other users may at most pass through this
 * one.
 */
function checkMode(dataDir: string, mode: number): Check {
  const text = `${dataDir}, mode ${mode.toString(8).padStart(4, "0")}`;
  if ((mode & 0o066) === 0) return ok("data folder", text);
  return fail("data folder", `${text}: others can look into it`, `Run: chmod go-rw ${dataDir}`);
}

function checkSpace(bytes: number): Check {
  const detail = `${(bytes / 1024 ** 3).toFixed(1)} GiB free`;
  if (bytes >= LITTLE_SPACE_BYTES) return ok("disk space", detail);
  const advice = "Delete databases that nobody needs, or move COPPICE_DATA_DIR to a larger disk.";
  return bytes < NO_SPACE_BYTES ? fail("disk space", detail, advice) : warn("disk space", detail, advice);
}

/** Checks for the tools that `volume create` needs. */
export async function checkXfsTools({ isEmbedded, searchPath }: DoctorProbes): Promise<Check[]> {
  if (!isEmbedded) return [];
  for (const folder of [...searchPath.split(delimiter), "/usr/sbin", "/sbin"]) {
    const path = join(folder || ".", "mkfs.xfs");
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return [ok("mkfs.xfs", path)];
  }
  return [warn("mkfs.xfs", "not found", "`coppice volume create` needs it: install the package xfsprogs.")];
}
