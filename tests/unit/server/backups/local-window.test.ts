import { describe, expect, it } from "vitest";
import { isBaseDue } from "@/lib/server/backups/local-window/is-base-due";
import { describeLack, mostBytesOf } from "@/lib/server/backups/local-window/room";

const GIB = 1024 ** 3;
const HOUR = 3_600_000;
const now = new Date("2026-11-29T12:00:00Z");
const limits = { hours: 24, mostBytes: 4 * GIB, now };
const agoHours = (hours: number) => new Date(now.getTime() - hours * HOUR);

describe("base backups of the local window", () => {
  it("are made first of all, and again when write-ahead log was lost", () => {
    expect(isBaseDue({ needsBackup: false, lastBackupAt: null, isWrittenTo: false, written: null }, limits)).toBe(true);
    expect(isBaseDue({ needsBackup: true, lastBackupAt: now, isWrittenTo: false, written: 0 }, limits)).toBe(true);
  });

  it("are not made while no database is written to, until the guard's own rows are much", () => {
    const dueAtRest = (written: number) =>
      isBaseDue({ needsBackup: false, lastBackupAt: agoHours(1_000), isWrittenTo: false, written }, limits);
    expect(dueAtRest(0)).toBe(false);
    expect(dueAtRest(GIB / 4)).toBe(false);
    expect(dueAtRest(GIB / 4 + 1)).toBe(true);
  });

  it("are made after half of the time that is kept, or when a quarter of the room was written", () => {
    const dueAfter = (hours: number, written: number) =>
      isBaseDue({ needsBackup: false, lastBackupAt: agoHours(hours), isWrittenTo: true, written }, limits);
    expect(dueAfter(11.9, 10_000)).toBe(false);
    expect(dueAfter(12, 10_000)).toBe(true);
    expect(dueAfter(0.1, GIB)).toBe(false);
    expect(dueAfter(0.1, GIB + 1)).toBe(true);
  });
});

describe("the room of the local window", () => {
  it("is a tenth of the disk", () => {
    expect(mostBytesOf({ totalBytes: 40 * GIB })).toBe(4 * GIB);
  });

  it("is given up when less than 2 GB, or a tenth of a small disk, is free", () => {
    const lackOf = (freeGib: number, totalGib: number) =>
      describeLack({ mountPoint: "/srv", freeBytes: freeGib * GIB, totalBytes: totalGib * GIB });
    expect(lackOf(2, 100)).toBeNull();
    expect(lackOf(1.5, 100)).toBe("The disk /srv has only 1.5 GB free, which are left to the databases.");
    expect(lackOf(1, 10)).toBeNull();
    expect(lackOf(0.9, 10)).toContain("/srv");
  });
});
