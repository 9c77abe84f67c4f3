import { describe, expect, it } from "vitest";
import { lsnText, parseLsn, segmentFile, segmentStart } from "@/lib/server/backups/lsn";
import { chainFrom, reachOf, type WalPiece } from "@/lib/server/backups/wal-pieces";

const MIB = 1024n ** 2n;

/** Positions are in MiB; a segment has 16. */
const piece = (start: number, end: number, timeline = 1): WalPiece => ({
  ...{ name: `${timeline}:${start}-${end}`, timeline, at: new Date(end) },
  ...{ start: BigInt(start) * MIB, end: BigInt(end) * MIB },
});
const namesOf = (pieces: WalPiece[]) => pieces.map(({ name }) => name);

describe("positions in the WAL", () => {
  it("are read and written as PostgreSQL does", () => {
    expect(parseLsn("1/2B000028")).toBe(0x12b000028n);
    expect(lsnText(0x12b000028n)).toBe("1/2B000028");
    expect(lsnText(segmentStart(0x12b000028n))).toBe("1/2B000000");
    expect(segmentFile(3, parseLsn("1/2B000028"))).toBe("00000003000000010000002B");
  });
});

describe("a chain of pieces", () => {
  it("begins where the segment of its position begins, and ends at a gap", () => {
    const pieces = [piece(0, 16), piece(16, 20), piece(20, 32), piece(36, 48)];
    const chain = chainFrom(pieces, 1, 18n * MIB);
    expect(namesOf(chain)).toEqual(["1:16-20", "1:20-32"]);
    expect(reachOf(chain)).toBe(32n * MIB);
  });

  it("is empty where its beginning is missing", () => {
    expect(chainFrom([piece(4, 16)], 1, 8n * MIB)).toEqual([]);
    expect(chainFrom([], 1, 0n)).toEqual([]);
  });

  it("prefers a piece that has all the WAL of others, which a crash may have left", () => {
    const pieces = [piece(0, 2), piece(0, 16), piece(2, 5), piece(16, 17)];
    expect(namesOf(chainFrom(pieces, 1, 0n))).toEqual(["1:0-16", "1:16-17"]);
  });

  it("takes a longer piece of the whole segment over those before it", () => {
    const pieces = [piece(0, 2), piece(0, 7), piece(2, 5), piece(7, 9)];
    expect(namesOf(chainFrom(pieces, 1, 0n))).toEqual(["1:0-7", "1:7-9"]);
  });

  it("stays on its timeline", () => {
    expect(namesOf(chainFrom([piece(0, 16), piece(16, 32, 2)], 1, 0n))).toEqual(["1:0-16"]);
  });
});
