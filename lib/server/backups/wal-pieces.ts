import { segmentStart } from "./lsn";
import type { BackupRepository } from "./repository";
import type { ClusterName } from "./running-clusters";

/** A part of a WAL segment in the repository. */
export interface WalPiece {
  name: string;
  timeline: number;
  start: bigint;
  end: bigint;
  /** All that was committed before is in this piece or in an earlier one. */
  at: Date;
}

export interface WalOf {
  cluster: ClusterName;
  systemIdentifier: string;
}

const NAME = /\/([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})-(\d+)$/;

/** The name says all that is to be known, and is sealed with the bytes. Names sort by position. */
export function pieceName(of: WalOf, piece: Omit<WalPiece, "name">): string {
  const hex = (value: bigint | number, length: number) => value.toString(16).padStart(length, "0");
  const places = [hex(piece.timeline, 8), hex(piece.start, 16), hex(piece.end, 16), piece.at.getTime()];
  return `${folderOf(of)}${places.join("-")}`;
}

/** Returns the pieces of a cluster, by timeline and position. */
export async function listPieces(repository: BackupRepository, of: WalOf): Promise<WalPiece[]> {
  const files = await repository.list(folderOf(of));
  return files.flatMap(({ name }) => {
    const [, timeline = "", start = "", end = "", at = ""] = NAME.exec(name) ?? [];
    if (at === "") return [];
    const [from, to] = [BigInt(`0x${start}`), BigInt(`0x${end}`)];
    return [{ name, timeline: Number.parseInt(timeline, 16), start: from, end: to, at: new Date(Number(at)) }];
  });
}

/**
 * Returns the pieces that lead from a position as far as they go without a gap; of several that begin in time, the one
 * that reaches furthest. `pieces` are in their order.
 */
export function chainFrom(pieces: readonly WalPiece[], timeline: number, from: bigint): WalPiece[] {
  const candidates = pieces.filter((piece) => piece.timeline === timeline).values();
  const chain: WalPiece[] = [];
  let reached = segmentStart(from);
  let furthest: WalPiece | null = null;
  const take = () => {
    if (furthest === null || furthest.end <= reached) return false;
    chain.push(furthest);
    reached = furthest.end;
    return true;
  };
  for (const piece of candidates) {
    if (piece.start > reached && !(take() && piece.start <= reached)) break;
    if (furthest === null || piece.end > furthest.end) furthest = piece;
  }
  take();
  return chain;
}

export function reachOf(chain: readonly WalPiece[]): bigint | null {
  return chain.at(-1)?.end ?? null;
}

function folderOf({ cluster, systemIdentifier }: WalOf): string {
  return `wal/${cluster}/${systemIdentifier}/`;
}
