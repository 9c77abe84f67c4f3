import { describe, expect, it } from "vitest";
import {
  type BackupProof,
  type BackupStatus,
  describeTrouble,
  type HostBackups,
  secondsAtRisk,
} from "@/lib/core/backup-status";
import { isNightPast } from "@/lib/server/backups/is-night-past";

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
    restorableTo: ago(10),
    restoreGaps: [],
  },
  ...{
    objectsUpTo: null,
    failure: null,
    gaps: [],
    proof: null,
    lastProven: null,
    lastFailed: null,
    hosts: [],
    ...changes,
  },
});
const proof = (outcome: BackupProof["outcome"], at: Date, reason: string | null = null): BackupProof => ({
  ...{ outcome, at, reason, place: "/backups", backupId: null, upTo: null, seconds: 9, recoverySeconds: 4 },
  checked: { pages: 1, relations: 1, canaries: 1, objects: 1 },
});

describe("the state of backups", () => {
  it("is fine while the newest is away and a base backup is of last night", () => {
    expect(describeTrouble(status(), now)).toBeNull();
    expect(secondsAtRisk(status(), now)).toBe(3);
  });

  it("tells of unsent writes, with the reason where there is one", () => {
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

  it("tells of a proof that failed, and of backups that could not be proven for days", () => {
    const failed = proof("failed", ago(60), "Page 3 is damaged.");
    const unable = proof("could not run", ago(60), "The disk is full.");
    const provenFor = (days: number) => proof("proven", ago(days * 86_400));
    const trouble = (changes: Partial<BackupStatus>) => describeTrouble(status(changes), now);
    expect(trouble({ proof: provenFor(0), lastProven: provenFor(0) })).toBeNull();
    expect(trouble({ proof: failed, lastProven: provenFor(1) })).toBe(
      "Backups: the last proof failed. Page 3 is damaged.",
    );
    expect(trouble({ proof: unable, lastProven: provenFor(1) })).toBeNull();
    expect(trouble({ proof: unable, lastProven: provenFor(4) })).toContain("none could be proven since 2026-11-23");
    expect(trouble({ proof: unable })).toBe("Backups: none could be proven. The disk is full.");
  });
});

describe("the state of a registered host's backups", () => {
  const { hosts: _, ...fine } = status();
  const host = (changes: Partial<HostBackups>): HostBackups[] => [
    { ...{ id: "host_1", name: "pg-1", obstacle: null, status: fine }, ...changes },
  ];
  const trouble = (changes: Partial<HostBackups>) => describeTrouble(status({ hosts: host(changes) }), now);

  it("is named with the host where its backups are late, or stopped", () => {
    expect(trouble({})).toBeNull();
    expect(trouble({ status: { ...fine, upTo: ago(600), failure: "The host doesn't respond." } })).toBe(
      "Backups of the host pg-1: nothing has reached /backups for 10 minutes. The host doesn't respond.",
    );
    expect(trouble({ obstacle: "It has a tablespace." })).toBe(
      "Backups of the host pg-1: no more are made. It has a tablespace.",
    );
  });

  it("is no fault where a host never had any and can't have them", () => {
    expect(trouble({ obstacle: "It has a tablespace.", status: null })).toBeNull();
  });

  it("comes after a fault of the embedded databases'", () => {
    const late = { upTo: ago(600), hosts: host({ status: { ...fine, failure: "The host doesn't respond." } }) };
    expect(describeTrouble(status(late), now)).toContain("Backups: nothing has reached /backups");
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
