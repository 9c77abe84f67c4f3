import type { Socket } from "node:net";
import { OperatorError } from "@/lib/core/operator-error";
import { lsnText } from "../lsn";
import type { WalRange } from "../wal-file";
import { type CopyConnection, runReplicationCommand } from "./replication-command";
import { type HostConnection, withReplication } from "./replication-session";

const WAL = "w".charCodeAt(0);
const KEEP_ALIVE = "k".charCodeAt(0);
/** Each message of WAL begins with its kind, its start, the end of the server's WAL and the time. */
const WAL_HEADER_BYTES = 25;
/** A server that is there sends something at least each half minute. */
const SILENCE_MILLISECONDS = 60_000;
/** The clock of the protocol begins with the year 2000. */
const EPOCH = Date.UTC(2000, 0, 1);

/** Returns WAL that a host has flushed. A slot keeps it, with which the session itself has nothing to do. */
export async function readWal(host: HostConnection, { timeline, start, end }: WalRange): Promise<Buffer> {
  const bytes = Buffer.alloc(Number(end - start));
  let filled = 0;
  const onData = (message: Buffer, connection: CopyConnection) => {
    if (message[0] === KEEP_ALIVE && message.at(-1) === 1) {
      connection.sendCopyFromChunk(standbyStatus(start + BigInt(filled)));
    }
    if (message[0] !== WAL || filled === bytes.length) return;
    const from = message.readBigUInt64BE(1);
    if (from !== start + BigInt(filled)) throw new Error(`the host sent WAL of ${lsnText(from)}`);
    filled += message.copy(bytes, filled, WAL_HEADER_BYTES);
    if (filled === bytes.length) connection.endCopyFrom();
  };
  /** The server itself ends the WAL of a timeline that it has left. */
  const onCopyDone = (connection: CopyConnection) => {
    if (filled < bytes.length) connection.endCopyFrom();
  };
  await withReplication(host, async (client) => {
    const stream = client.connection.stream as Socket;
    stream.setTimeout(SILENCE_MILLISECONDS, () => stream.destroy(new Error("the host sends no WAL")));
    const text = `START_REPLICATION PHYSICAL ${lsnText(start)} TIMELINE ${timeline}`;
    await runReplicationCommand(client, text, { onData, onCopyDone });
  });
  if (filled === bytes.length) return bytes;
  throw new OperatorError(`The host has left timeline ${timeline} before ${lsnText(end)}.`);
}

function standbyStatus(received: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write("r");
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(received, at);
  message.writeBigInt64BE(BigInt(Date.now() - EPOCH) * 1_000n, 25);
  return message;
}
