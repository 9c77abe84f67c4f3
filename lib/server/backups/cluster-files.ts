import { constants } from "node:fs";
import { type FileHandle, open, readdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
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
  for (const path of files.sort(inFileOrder)) {
    const place = path.startsWith(WAL_FOLDER) ? join(wal, path.slice(WAL_FOLDER.length)) : join(root, path);
    yield* oneFile(place, path);
  }
  yield await controlFile(root);
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
  const handle = await openOwn(file);
  if (handle === null) return;
  try {
    const { size } = await handle.stat();
    yield { kind: "file", path, size, bytes: () => exactly(handle, size) };
  } finally {
    await handle.close();
  }
}

/** An intruder in the cluster may have put a link where a file was, to have another's file read. */
async function openOwn(file: string): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch((error) => {
    if (["ENOENT", "ELOOP"].includes(codeOf(error) ?? "")) return null;
    throw error;
  });
  if (handle === null) return null;
  const place = await readlink(`/proc/self/fd/${handle.fd}`);
  if ((await handle.stat()).isFile() && place.replace(/ \(deleted\)$/, "") === file) return handle;
  await handle.close();
  return null;
}

const READ_BYTES = 32 * BLOCK_BYTES;

/** Yields as many bytes as were promised; zeros for those that are gone. */
async function* exactly(handle: FileHandle, size: number): AsyncIterable<Buffer> {
  for (let at = 0; at < size; at += READ_BYTES) {
    const chunk = Buffer.alloc(Math.min(READ_BYTES, size - at));
    for (let filled = 0; filled < chunk.length; ) {
      const { bytesRead } = await handle.read(chunk, filled, chunk.length - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    yield chunk;
  }
}

/** The server replaces it by one write, of which a reader may see a part: two that are equal are whole. */
async function controlFile(root: string): Promise<FileEntry> {
  let last: Buffer | null = null;
  for (;;) {
    const handle = await openOwn(join(root, CONTROL_FILE));
    if (handle === null) throw new OperatorError(`${join(root, CONTROL_FILE)} can't be read.`);
    const bytes = await handle.readFile().finally(() => handle.close());
    if (last?.equals(bytes)) {
      return {
        kind: "file",
        path: CONTROL_FILE,
        size: bytes.length,
        bytes: async function* () {
          yield bytes;
        },
      };
    }
    last = bytes;
  }
}
