import { describe, expect, it } from "vitest";
import { type BackupStatus, describeTrouble, secondsAtRisk } from "@/lib/core/backup-status";
import { isNightPast } from "@/lib/server/backups/run";

const now = new Date("2026-11-27T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const status = (changes: Partial<BackupStatus> = {}): BackupStatus => ({
  ...{
    at: now,
    place: "/backups",
    everySeconds: 5,
    upTo: ago(3),
    lastBackupAt: ago(3_600),
    restorableFrom: ago(3_600),
  },
  ...{ failure: null, gaps: [], ...changes },
});

describe("the state of backups", () => {
  it("is fine while the newest is away and a base backup is of last night", () => {
    expect(describeTrouble(status(), now)).toBeNull();
    expect(secondsAtRisk(status(), now)).toBe(3);
  });

  it("tells of what isn't sent, with the reason where there is one", () => {
    expect(describeTrouble(status({ upTo: ago(600), failure: "The disk is full." }), now)).toBe(
      "Backups: nothing has reached /backups for 10 minutes. The disk is full.",
    );
    expect(describeTrouble(status({ upTo: ago(600) }), now)).toContain("The process that sends it doesn't run.");
    expect(describeTrouble(status({ upTo: null }), now)).toContain("nothing has reached /backups yet");
  });

  it("tells of base backups that are missing or old", () => {
    expect(describeTrouble(status({ lastBackupAt: null }), now)).toContain("there is no base backup yet");
    expect(describeTrouble(status({ lastBackupAt: ago(40 * 3_600) }), now)).toContain("the last base backup is of");
  });
});

describe("a base backup", () => {
  it("is due once a night, and before the first", () => {
    expect(isNightPast(null, now)).toBe(true);
    expect(isNightPast(new Date("2026-11-27T02:10:00Z"), now)).toBe(false);
    expect(isNightPast(new Date("2026-11-27T01:50:00Z"), now)).toBe(true);
    expect(isNightPast(new Date("2026-11-26T02:10:00Z"), new Date("2026-11-27T01:00:00Z"))).toBe(false);
  });
});
