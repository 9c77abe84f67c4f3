import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@/lib/core/error-code";
import { explainDiskFull } from "../../data-folder/disk-full";
import { type BackupSource, type CopyOptions, labelFile } from "../base-backup";
import { FileCopier } from "../blocks/copy-files";
import { clusterFiles } from "../cluster-files";
import type { ClusterBackup } from "../manifest";
import { requireRoom } from "../scratch/folder";
import type { WalRange } from "../wal-file";
import { fetchBaseBackup } from "./fetch-base-backup";
import { readWal } from "./read-wal";
import type { RegisteredHost } from "./registered-host";
import { withMaintenance } from "./replication-session";
import { readTimelineHistory, timelineStart } from "./timeline-history";

/** A host's repository has its one cluster under the name that the embedded host has in its own. */
const NAME = "host-1";
/** Files besides those of databases. */
const SLACK_BYTES = 64 * 1024 ** 2;
/** The server's code for a segment of WAL that it has removed. */
const UNDEFINED_FILE = "58P01";

/** Reaches a registered host by its provisioner, who has REPLICATION. Base backups take their way through `spool`. */
export function hostSource(host: RegisteredHost, spool: string): BackupSource {
  return {
    cluster: {
      name: NAME,
      inMaintenance: (work) => withMaintenance(host, work),
      readWal: (range) => readWalIfThere(host, range),
      timelineStart: (timeline) => timelineStart(host, timeline),
    },
    copy: (options) => copyHost(host, { ...options, spool }),
  };
}

async function readWalIfThere(host: RegisteredHost, range: WalRange): Promise<Buffer | null> {
  return readWal(host, range).catch((error: unknown) => {
    if (codeOf(error) === UNDEFINED_FILE) return null;
    throw error;
  });
}

/**
 * Fetches the files into the spool first: blocks are compared in an order of files that the protocol doesn't have. The
 * spool is emptied at the end.
 */
async function copyHost(host: RegisteredHost, options: CopyOptions & { spool: string }): Promise<ClusterBackup> {
  const { spool } = options;
  await rm(spool, { recursive: true, force: true });
  try {
    const { bytes, systemIdentifier } = await readSize(host);
    requireRoom({ folder: spool }, bytes + SLACK_BYTES, whatOf(host));
    await mkdir(spool, { recursive: true, mode: 0o700 });
    return await copyThrough(host, { ...options, systemIdentifier });
  } catch (error) {
    throw explainDiskFull(error, spool);
  } finally {
    await rm(spool, { recursive: true, force: true });
  }
}

async function copyThrough(
  host: RegisteredHost,
  options: CopyOptions & { spool: string; systemIdentifier: string },
): Promise<ClusterBackup> {
  const { repository, folder, pace, earlier, onBytes, crashPoint, spool, systemIdentifier } = options;
  const { timeline, ...fetched } = await fetchBaseBackup(host, { folder: spool, onBytes: roomWatch(host, spool) });
  const history = await readTimelineHistory(host, timeline);
  const historyFile = `${timeline.toString(16).toUpperCase().padStart(8, "0")}.history`;
  if (history !== null) await writeFile(join(spool, "pg_wal", historyFile), history, { mode: 0o600 });
  crashPoint("backup:registered:fetched");
  const copier = new FileCopier({
    ...{ repository, pace, onBytes, prefix: `${folder}${NAME}` },
    earlier: earlier.find(NAME, systemIdentifier),
    onVolume: () => crashPoint("backup:registered:volume"),
  });
  await copier.copy(clusterFiles(spool));
  await copier.copy(labelFile(await readFile(join(spool, "backup_label"))));
  const { files, bytes, volumes, index } = await copier.end();
  return {
    ...{ systemIdentifier, timeline, ...fetched, files, bytes },
    volumes: volumes.map(({ name }) => name),
    blocks: { index, volumes: volumes.map(({ blocks, used }) => ({ blocks, used })) },
  };
}

/** A host may send more than it had when it was asked. */
function roomWatch(host: RegisteredHost, folder: string): (count: number) => void {
  let unwatched = 0;
  return (count) => {
    unwatched += count;
    if (unwatched < SLACK_BYTES) return;
    unwatched = 0;
    requireRoom({ folder }, 0, whatOf(host));
  };
}

const whatOf = ({ name }: RegisteredHost) => `Copying the host ${name}`;

const SIZE = `
  SELECT (SELECT sum(pg_database_size(oid)) FROM pg_database)::float8 AS bytes,
         (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier"`;

async function readSize(host: RegisteredHost): Promise<{ bytes: number; systemIdentifier: string }> {
  const { rows } = await withMaintenance(host, (client) =>
    client.query<{ bytes: number; systemIdentifier: string }>(SIZE),
  );
  if (!rows[0]) throw new Error("a host said nothing about its size");
  return rows[0];
}
