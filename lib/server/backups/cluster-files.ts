import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  openSync,
  read,
  readFileSync,
  readlinkSync,
  readSync,
} from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf } from "@/lib/core/error-code";
import { OperatorError } from "@/lib/core/operator-error";
import { BLOCK_BYTES } from "./blocks/block";
import { inFileOrder } from "./blocks/file-order";

/** Files that the server makes anew, or must not find again (PostgreSQL's manual, "Making a Base Backup"). */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|current_logfiles|.*\.signal)$/;
const LEFT_OUT_ANYWHERE = /^(?:pgsql_tmp.*|pg_internal\.init.*|t\d+_\d+(?:_[a-z]+)?(?:\.\d+)?)$/;
const EMPTIED = new Set([
  ...["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
]);
const WAL_FOLDER = "pg_wal/";
const CONTROL_FILE = "global/pg_control";
/** WAL is sent by the same process meanwhile, and files that have no new blocks wait for nothing. */
const FILES_A_TURN = 32;
/** Folders that the server does not make itself. */
const BELOW_WAL = ["pg_wal/archive_status", "pg_wal/summaries"];

export interface FolderEntry {
  kind: "folder";
  path: string;
}

export interface FileEntry {
  kind: "file";
  path: string;
  size: number;
  /** All chunks but the last are of whole blocks. */
  bytes: () => AsyncIterable<Buffer>;
  /** Makes a file that shares the blocks. Returns whether it could. */
  cloneTo: (path: string) => boolean;
}

/**
 * Yields the folders and then the files of a base backup of a data folder whose server runs: files vanish, grow and
 * shrink meanwhile, which the WAL mends. A file's size is that at its opening. Files come in their order, but the control
 * file comes last.
 */
export async function* clusterFiles(dataDirectory: string): AsyncIterable<FolderEntry | FileEntry> {
  const root = await realpath(dataDirectory);
  const wal = await realpath(join(root, "pg_wal"));
  const files: string[] = [];
  for await (const { kind, path } of entriesBelow(root, "")) {
    if (kind === "folder") yield { kind, path };
    else files.push(path);
  }
  for (const path of BELOW_WAL) yield { kind: "folder", path };
  const histories = (await readdir(wal)).filter((name) => name.endsWith(".history"));
  files.push(...histories.map((name) => `${WAL_FOLDER}${name}`));
  for (const [number, path] of files.sort(inFileOrder).entries()) {
    if (number % FILES_A_TURN === 0) await turn();
    const place = path.startsWith(WAL_FOLDER) ? join(wal, path.slice(WAL_FOLDER.length)) : join(root, path);
    yield* oneFile(place, path);
  }
  yield controlFile(root);
}

async function* entriesBelow(
  root: string,
  folder: string,
): AsyncIterable<Pick<FolderEntry | FileEntry, "kind" | "path">> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (folder === "pg_tblspc") {
      throw new OperatorError(`${root} has a tablespace, which can't be backed up. Move its tables to pg_default.`);
    }
    if ((folder === "" && LEFT_OUT.test(entry.name)) || LEFT_OUT_ANYWHERE.test(entry.name)) continue;
    if (path === CONTROL_FILE) continue;
    if (folder === "" && EMPTIED.has(entry.name)) yield { kind: "folder", path };
    else if (entry.isDirectory()) {
      yield { kind: "folder", path };
      yield* entriesBelow(root, path);
    } else if (entry.isFile()) yield { kind: "file", path };
  }
}

async function* oneFile(file: string, path: string): AsyncIterable<FileEntry> {
  const own = openOwn(file);
  if (own === null) return;
  const { fd, size } = own;
  try {
    yield { kind: "file", path, size, bytes: () => exactly(fd, size), cloneTo: (target) => cloneOf(fd, target) };
  } finally {
    closeSync(fd);
  }
}

/**
 * An intruder in the cluster may have put a link where a file was, to have another's file read. A cluster has thousands of
 * small files, for which ways to another thread would cost more than all else.
 */
function openOwn(file: string): { fd: number; size: number } | null {
  const fd = openIfThere(file);
  if (fd === null) return null;
  let isOwn = false;
  try {
    const place = readlinkSync(`/proc/self/fd/${fd}`);
    const info = fstatSync(fd);
    isOwn = info.isFile() && place.replace(/ \(deleted\)$/, "") === file;
    return isOwn ? { fd, size: info.size } : null;
  } finally {
    if (!isOwn) closeSync(fd);
  }
}

function openIfThere(file: string): number | null {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (["ENOENT", "ELOOP"].includes(codeOf(error) ?? "")) return null;
    throw error;
  }
}

/** Clones the open file itself: in its place there may be a link by now. */
function cloneOf(fd: number, target: string): boolean {
  try {
    copyFileSync(`/proc/self/fd/${fd}`, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    // Of another file system than the target.
    if (codeOf(error) === "EXDEV") return false;
    throw error;
  }
}

const READ_BYTES = 32 * BLOCK_BYTES;
const readBeside = promisify(read);

/** Yields as many bytes as were promised; zeros for those that are gone. */
async function* exactly(fd: number, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < size; at += READ_BYTES) {
    const chunk = Buffer.alloc(Math.min(READ_BYTES, size - at));
    for (let filled = 0; filled < chunk.length; ) {
      const left = chunk.length - filled;
      const bytesRead =
        size <= READ_BYTES
          ? readSync(fd, chunk, filled, left, at + filled)
          : (await readBeside(fd, chunk, filled, left, at + filled)).bytesRead;
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    yield chunk;
  }
}

/** The server replaces it by one write, of which a reader may see a part: two that are equal are whole. */
function controlFile(root: string): FileEntry {
  let last: Buffer | null = null;
  for (;;) {
    const own = openOwn(join(root, CONTROL_FILE));
    if (own === null) throw new OperatorError(`${join(root, CONTROL_FILE)} can't be read.`);
    const bytes = readAll(own.fd);
    if (last?.equals(bytes)) return heldFile(CONTROL_FILE, bytes);
    last = bytes;
  }
}

/** Returns a file whose bytes are in memory. */
export function heldFile(path: string, content: Buffer): FileEntry {
  const bytes = async function* () {
    yield content;
  };
  return { kind: "file", path, size: content.length, bytes, cloneTo: () => false };
}

function readAll(fd: number): Buffer {
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}
