import { Readable } from "node:stream";
import type { Client } from "pg";
import { type Canary, writeCanary } from "./canary";
import { lsnText, parseLsn, SEGMENT_BYTES, segmentStart } from "./lsn";
import type { BackupRepository } from "./repository";
import type { KeptCluster } from "./running-clusters";
import type { WalRange } from "./wal-file";
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
  readonly #cluster: KeptCluster;
  readonly #repository: BackupRepository;
  readonly #onLost: (lost: LostWal) => void;
  readonly #writesCanaries: boolean;
  /** The pieces of the segment that is being written. */
  #recent: WalPiece[] = [];
  readonly #replaced: { name: string; at: number }[] = [];
  #canary: Canary | null = null;
  #canaryAt = 0;
  #sent: bigint | null = null;
  #timeline: number | null = null;
  /** All that was committed before is in pieces that were sent. */
  #wholeBefore = new Date(0);

  constructor(
    cluster: KeptCluster,
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
    await this.#cluster.inMaintenance(async (client) => {
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
    if (this.#timeline !== null && this.#timeline !== position.timeline) this.#leaveTimeline(position);
    this.#timeline = position.timeline;
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
      const bytes = await this.#read(piece);
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
    if (!last) return segmentStart(await this.#firstOf(position));
    const chain = chainFrom(pieces, position.timeline, last.start);
    this.#recent = chain.filter(({ end }) => end % SEGMENT_BYTES !== 0n);
    this.#wholeBefore = chain.at(-1)?.at ?? this.#wholeBefore;
    return chain.at(-1)?.end ?? segmentStart(last.start);
  }

  /** The server may keep WAL of the timeline before, which is in no segment of this one. */
  async #firstOf({ kept, timeline }: WalPosition): Promise<bigint> {
    const begun = await this.#cluster.timelineStart(timeline);
    return begun > kept ? begun : kept;
  }

  /** A standby has taken over, or a server was restored: WAL goes on from another place, with no base backup before it. */
  #leaveTimeline({ flushed }: WalPosition): void {
    this.#onLost({ from: this.#sent ?? flushed, to: flushed });
    this.#sent = null;
    this.#recent = [];
  }

  async #ensureCanary(client: Client): Promise<Canary> {
    if (this.#canary === null || performance.now() - this.#canaryAt > CANARY_MILLISECONDS) {
      this.#canary = await writeCanary(client);
      this.#canaryAt = performance.now();
    }
    return this.#canary;
  }

  async #read(range: WalRange): Promise<Buffer> {
    const bytes = await this.#cluster.readWal(range);
    if (bytes !== null) return bytes;
    // A slot that was lost meanwhile is found at the next look.
    this.#sent = null;
    throw new Error(`the server has no WAL at ${lsnText(range.start)}`);
  }

  async #removeReplaced(): Promise<void> {
    const until = performance.now() - REPLACED_MILLISECONDS;
    for (let [first] = this.#replaced; first !== undefined && first.at < until; [first] = this.#replaced) {
      await this.#repository.remove(first.name);
      this.#replaced.shift();
    }
  }

  async #letGo(before: bigint): Promise<void> {
    await this.#cluster.inMaintenance(async (client) => {
      await client.query("SELECT pg_replication_slot_advance($1, $2)", [SLOT, lsnText(before)]);
    });
  }
}

/** Gives up the WAL that a cluster keeps for backups, for a service that makes none. */
export async function dropSlot(cluster: KeptCluster): Promise<void> {
  await cluster.inMaintenance(async (client) => {
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
