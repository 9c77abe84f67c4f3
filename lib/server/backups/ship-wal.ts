import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Client } from "pg";
import { codeOf } from "@/lib/core/error-code";
import { type Canary, writeCanary } from "./canary";
import { lsnText, parseLsn, SEGMENT_BYTES, segmentFile, segmentStart } from "./lsn";
import type { BackupRepository } from "./repository";
import type { BackedUpCluster } from "./running-clusters";
import { chainFrom, listPieces, pieceName, type WalOf, type WalPiece } from "./wal-pieces";

const SLOT = "coppice_backups";
/** A segment that came in more pieces is sent again as one. */
const MOST_PIECES = 64;
/** A restore that has begun may read files that were replaced since. */
const REPLACED_MILLISECONDS = 3_600_000;
const CANARY_MILLISECONDS = 60_000;

/** The position of a cluster's WAL at one moment. */
export interface WalPosition {
  at: Date;
  /** All that was committed before `at` is before this position. */
  flushed: bigint;
  timeline: number;
  systemIdentifier: string;
  /** The server keeps the WAL after it. */
  kept: bigint;
  /** The newest that was committed before `at`; `null` where none are written. */
  canary: Canary | null;
}

/** WAL that no backup has and the server has no more. */
interface LostWal {
  from: bigint;
  to: bigint;
}

/**
 * Sends a cluster's WAL as it is written, from the server's own files. A replication slot keeps the WAL that was not
 * sent, and so survives both a place that is away and a process that is killed.
 */
export class WalShipper {
  readonly #cluster: BackedUpCluster;
  readonly #repository: BackupRepository;
  readonly #onLost: (lost: LostWal) => void;
  readonly #writesCanaries: boolean;
  /** The pieces of the segment that is being written. */
  #recent: WalPiece[] = [];
  readonly #replaced: { name: string; at: number }[] = [];
  #canary: Canary | null = null;
  #canaryAt = 0;
  #sent: bigint | null = null;
  /** All that was committed before is in pieces that were sent. */
  #wholeBefore = new Date(0);

  constructor(
    cluster: BackedUpCluster,
    repository: BackupRepository,
    { writesCanaries, onLost }: { writesCanaries: boolean; onLost: (lost: LostWal) => void },
  ) {
    this.#cluster = cluster;
    this.#repository = repository;
    this.#onLost = onLost;
    this.#writesCanaries = writesCanaries;
  }

  async look(): Promise<WalPosition> {
    let found: WalPosition | undefined;
    await this.#cluster.asSuperuser("postgres", async (client) => {
      const kept = await ensureSlot(client);
      const canary = this.#writesCanaries ? await this.#ensureCanary(client) : null;
      found = { ...(await readPosition(client)), kept, canary };
    });
    if (!found) throw new Error("a cluster said nothing");
    return found;
  }

  /** Sends the WAL up to a position, and returns how many bytes that was. */
  async ship(position: WalPosition): Promise<number> {
    const of = { cluster: this.#cluster.name, systemIdentifier: position.systemIdentifier };
    let from = this.#sent ?? (await this.#resume(of, position));
    if (from < segmentStart(position.kept)) {
      this.#onLost({ from, to: segmentStart(position.kept) });
      from = segmentStart(position.kept);
      this.#recent = [];
    }
    const first = from;
    while (from < position.flushed) {
      const start = segmentStart(from);
      const end = segmentStart(position.flushed) > start ? start + SEGMENT_BYTES : position.flushed;
      const isWhole = end === start + SEGMENT_BYTES || this.#recent.length >= MOST_PIECES;
      const at = end === position.flushed ? position.at : this.#wholeBefore;
      const piece = { timeline: position.timeline, start: isWhole ? start : from, end, at };
      const name = pieceName(of, piece);
      const bytes = await this.#read(position.timeline, piece.start, piece.end);
      await this.#repository.put(name, Readable.from([bytes]));
      const replacedAt = performance.now();
      if (isWhole) this.#replaced.push(...this.#recent.map((older) => ({ name: older.name, at: replacedAt })));
      this.#recent = [...(isWhole ? [] : this.#recent), { name, ...piece }];
      if (end === start + SEGMENT_BYTES) this.#recent = [];
      from = end;
      this.#sent = from;
    }
    this.#sent = from;
    this.#wholeBefore = position.at;
    await this.#removeReplaced();
    if (segmentStart(from) > position.kept) await this.#letGo(segmentStart(from));
    return Number(from - first);
  }

  /** Goes on where the repository ends, if the server has the next WAL. */
  async #resume(of: WalOf, position: WalPosition): Promise<bigint> {
    const pieces = await listPieces(this.#repository, of);
    const last = pieces.filter(({ timeline }) => timeline === position.timeline).at(-1);
    if (!last) return segmentStart(position.kept);
    const chain = chainFrom(pieces, position.timeline, last.start);
    this.#recent = chain.filter(({ end }) => end % SEGMENT_BYTES !== 0n);
    this.#wholeBefore = chain.at(-1)?.at ?? this.#wholeBefore;
    return chain.at(-1)?.end ?? segmentStart(last.start);
  }

  async #ensureCanary(client: Client): Promise<Canary> {
    if (this.#canary === null || performance.now() - this.#canaryAt > CANARY_MILLISECONDS) {
      this.#canary = await writeCanary(client);
      this.#canaryAt = performance.now();
    }
    return this.#canary;
  }

  async #read(timeline: number, start: bigint, end: bigint): Promise<Buffer> {
    const path = join(this.#cluster.dataDirectory, "pg_wal", segmentFile(timeline, start));
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
      if (codeOf(error) !== "ENOENT") throw error;
      // A slot that was lost meanwhile is found at the next look.
      this.#sent = null;
      throw new Error(`the server has no WAL at ${lsnText(start)}`, { cause: error });
    });
    try {
      const bytes = Buffer.alloc(Number(end - start));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, Number(start % SEGMENT_BYTES));
      if (bytesRead !== bytes.length) throw new Error(`a WAL segment is shorter than its server says (${path})`);
      return bytes;
    } finally {
      await handle.close();
    }
  }

  async #removeReplaced(): Promise<void> {
    const until = performance.now() - REPLACED_MILLISECONDS;
    for (let [first] = this.#replaced; first !== undefined && first.at < until; [first] = this.#replaced) {
      await this.#repository.remove(first.name);
      this.#replaced.shift();
    }
  }

  async #letGo(before: bigint): Promise<void> {
    await this.#cluster.asSuperuser("postgres", async (client) => {
      await client.query("SELECT pg_replication_slot_advance($1, $2)", [SLOT, lsnText(before)]);
    });
  }
}

/** Gives up the WAL that a cluster keeps for backups, for a service that makes none. */
export async function dropSlot(cluster: BackedUpCluster): Promise<void> {
  await cluster.asSuperuser("postgres", async (client) => {
    const drop = "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1";
    await client.query(drop, [SLOT]);
  });
}

/** Returns the position from which the server keeps its WAL. */
async function ensureSlot(client: Client): Promise<bigint> {
  const { rows } = await client.query<{ kept: string | null; status: string | null }>(
    "SELECT restart_lsn AS kept, wal_status AS status FROM pg_replication_slots WHERE slot_name = $1",
    [SLOT],
  );
  const [slot] = rows;
  if (slot?.kept && slot.status !== "lost") return parseLsn(slot.kept);
  if (slot) await client.query("SELECT pg_drop_replication_slot($1)", [SLOT]);
  const made = await client.query<{ lsn: string }>(
    "SELECT lsn FROM pg_create_physical_replication_slot($1, immediately_reserve => true)",
    [SLOT],
  );
  return parseLsn(made.rows[0]?.lsn ?? "0/0");
}

/** The clock is read first: a commit before it is flushed before the position. */
async function readPosition(client: Client): Promise<Omit<WalPosition, "kept" | "canary">> {
  const clock = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
  const { rows } = await client.query<{ flushed: string; timeline: string; system: string }>(
    `SELECT pg_current_wal_flush_lsn() AS flushed, left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) AS timeline,
            (SELECT system_identifier::text FROM pg_control_system()) AS system`,
  );
  const { flushed = "0/0", timeline = "", system = "" } = rows[0] ?? {};
  return {
    at: clock.rows[0]?.at ?? new Date(0),
    flushed: parseLsn(flushed),
    timeline: Number.parseInt(timeline, 16),
    systemIdentifier: system,
  };
}
