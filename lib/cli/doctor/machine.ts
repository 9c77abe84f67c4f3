import { access, constants, stat, statfs } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { DoctorProbes } from "@/lib/cli/command-line";
import { byteText } from "@/lib/core/byte-text";
import { reasonOf } from "@/lib/core/error-code";
import { SERVICE } from "@/lib/core/service";
import { succeeds } from "@/lib/core/succeeds";
import { type Check, type Finding, fail, named, ok, warn } from "./checks";

const OLDEST_NODE = 20;
const LITTLE_SPACE_BYTES = 5 * 1024 ** 3;
const LITTLE_SPACE_SHARE = 0.2;
const NO_SPACE_BYTES = 1024 ** 3;
const NO_SPACE_SHARE = 0.05;

export function checkNode({ nodeVersion }: DoctorProbes): Finding {
  const major = Number(/^v?(\d+)\./.exec(nodeVersion)?.[1] ?? 0);
  if (major >= OLDEST_NODE) return ok(nodeVersion);
  return fail(nodeVersion, `Install Node.js ${OLDEST_NODE} or later.`);
}

export async function checkDataFolder({
  dataDir,
  isEmbedded,
  clusterFolders,
}: DoctorProbes): Promise<Finding | Check[] | null> {
  if (!isEmbedded) return null;
  try {
    const status = await stat(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const folders = await firstOfEachFileSystem([dataDir, ...(await clusterFolders())]);
    const space = folders.map(async (folder) => named(`disk space of ${folder}`, await checkSpace(folder)));
    return [named("data folder", checkMode(dataDir, status.mode & 0o777)), ...(await Promise.all(space))];
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === "ENOENT") return warn(`${dataDir} doesn't exist yet`, "Start the service once to create it.");
    const advice = "Give the user that runs the service read and write access to it, or set COPPICE_DATA_DIR.";
    return fail(`${dataDir}: ${reason}`, advice);
  }
}

/**
 * Checks the mode of the data folder. The databases' own folders are closed; other users may at most pass through this
 * one.
 */
function checkMode(dataDir: string, mode: number): Finding {
  const text = `${dataDir}, mode ${mode.toString(8).padStart(4, "0")}`;
  if ((mode & 0o066) === 0) return ok(text);
  return fail(`${text}: other users can read it`, `Run: chmod go-rw ${dataDir}`);
}

async function firstOfEachFileSystem(folders: readonly string[]): Promise<string[]> {
  const byDevice = new Map<number, string>();
  for (const folder of folders) {
    const { dev } = await stat(folder);
    if (!byDevice.has(dev)) byDevice.set(dev, folder);
  }
  return [...byDevice.values()];
}

/** A small file system is judged by its share that is free. */
async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const detail = `${byteText(free)} of ${byteText(total)} free`;
  if (free >= Math.min(LITTLE_SPACE_BYTES, total * LITTLE_SPACE_SHARE)) return ok(detail);
  const advice = `Delete databases that are no longer needed, or enlarge it: a volume with \`${SERVICE.slug} volume grow\`.`;
  if (free < Math.min(NO_SPACE_BYTES, total * NO_SPACE_SHARE)) return fail(detail, advice);
  return warn(detail, advice);
}

/** Checks for the tools that `volume create` needs. */
export async function checkXfsTools({ isEmbedded, searchPath }: DoctorProbes): Promise<Finding | null> {
  if (!isEmbedded) return null;
  for (const folder of [...searchPath.split(delimiter), "/usr/sbin", "/sbin"]) {
    const path = join(folder || ".", "mkfs.xfs");
    if (await succeeds(access(path, constants.X_OK))) return ok(path);
  }
  return warn("not found", "`coppice volume create` needs it. Install the package xfsprogs.");
}
