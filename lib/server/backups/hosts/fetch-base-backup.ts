import { Readable } from "node:stream";
import type { Client } from "pg";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { OperatorError } from "@/lib/core/operator-error";
import { runReplicationCommand } from "./replication-command";
import { type HostConnection, withReplication } from "./replication-session";
import { writeArchive } from "./write-archive";

const COMMAND = "BASE_BACKUP (LABEL 'coppice', CHECKPOINT 'fast', WAIT false)";
const ARCHIVE = "n".charCodeAt(0);
const DATA = "d".charCodeAt(0);

/** The start and the end of the WAL that belongs to a base backup. */
export interface FetchedBackup {
  timeline: number;
  startLsn: string;
  stopLsn: string;
  stoppedAt: Date;
}

/**
 * Has the host send the files of its cluster, and writes them below a folder. The session holds the lock that keeps
 * databases from being copied file by file meanwhile: where it ends, the backup does.
 */
export async function fetchBaseBackup(
  host: HostConnection,
  { folder, onBytes }: { folder: string; onBytes: (count: number) => void },
): Promise<FetchedBackup> {
  return withReplication(host, async (client) => {
    const key = client.escapeLiteral(FILE_COPY_LOCK);
    await client.query(`SELECT pg_advisory_lock(hashtextextended(${key}, 0))`);
    const rows = await sendArchive(client, (archive) => writeArchive(archive, folder, onBytes));
    const [[startLsn, timeline] = [], ...others] = rows;
    const [stopLsn] = others.at(-1) ?? [];
    if (!startLsn || !timeline || !stopLsn) throw new Error("a host said nothing about its base backup");
    const { rows: clock } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    return { timeline: Number(timeline), startLsn, stopLsn, stoppedAt: clock[0]?.at ?? new Date() };
  });
}

/** Hands the archive over as it comes, no faster than it is read, and returns the rows around it. */
async function sendArchive(
  client: Client,
  take: (archive: AsyncIterable<Buffer>) => Promise<void>,
): Promise<(string | null)[][]> {
  const { stream } = client.connection;
  const archive = new Readable({ highWaterMark: 4 * 1024 ** 2, read: () => void stream.resume() });
  let archives = 0;
  const onData = (message: Buffer) => {
    if (message[0] === ARCHIVE) archives += 1;
    if (archives > 1) archive.destroy(new OperatorError("The host has a tablespace, which can't be backed up."));
    else if (message[0] === DATA && !archive.push(message.subarray(1))) stream.pause();
  };
  const answered = runReplicationCommand(client, COMMAND, { onData });
  answered.then(
    () => archive.push(null),
    (error: Error) => archive.destroy(error),
  );
  await take(archive).catch((error: unknown) => {
    stream.destroy();
    throw error;
  });
  return answered;
}
