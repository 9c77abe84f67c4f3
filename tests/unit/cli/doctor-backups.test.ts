import { expect, it } from "vitest";
import type { DoctorProbes } from "@/lib/cli/command-line";
import { checkBackups, checkLocalWindow } from "@/lib/cli/doctor/backups";
import { type DoctorCheck, runAll } from "@/lib/cli/doctor/checks";
import type { BackupProof, BackupStatus } from "@/lib/core/backup-status";

const CHECKS: DoctorCheck<DoctorProbes>[] = [
  { name: "backups", run: checkBackups },
  { name: "local window", run: checkLocalWindow },
];

const proven: BackupProof = {
  ...{ outcome: "proven", at: new Date(), reason: null, place: "/away", backupId: "b1", upTo: new Date() },
  ...{ seconds: 9, recoverySeconds: 4, checked: { pages: 1, relations: 1, canaries: 1, objects: 1 } },
};

function place(): Omit<BackupStatus, "hosts"> {
  const now = new Date();
  return {
    ...{ at: now, place: "/away", everySeconds: 5, upTo: now, objectsUpTo: null, lastBackupAt: now, failure: null },
    ...{ restorableFrom: now, restorableTo: now, restoreGaps: [], gaps: [] },
    ...{ proof: proven, lastProven: proven, lastFailed: null },
  };
}

const diagnose = (given: Partial<DoctorProbes>) =>
  runAll(CHECKS, {
    isEmbedded: true,
    backups: { isSetUp: true, status: null },
    localWindow: null,
    ...given,
  } as DoctorProbes);

it("names the backups, their proof, and those of each host", async () => {
  const hosts = [
    { id: "h1", name: "pg-1", obstacle: null, status: place() },
    { id: "h2", name: "pg-2", obstacle: "It lacks REPLICATION.", status: null },
  ];
  const checks = await diagnose({ backups: { isSetUp: true, status: { ...place(), hosts } } });
  expect(checks.map(({ name, status }) => [name, status])).toEqual([
    ["backups", "ok"],
    ["backup proof", "ok"],
    ["backups of pg-1", "ok"],
    ["backups of pg-2", "warn"],
  ]);
  expect(checks[1]?.detail).toMatch(/^proven .*, recovered in 4 s$/);
  expect(Object.keys(checks[0] ?? {})).toEqual(["name", "status", "detail", "advice"]);
});

it("finds one thing under the name of the check, and nothing without the embedded databases", async () => {
  expect(await diagnose({})).toEqual([expect.objectContaining({ name: "backups", status: "warn" })]);
  expect(await diagnose({ isEmbedded: false })).toEqual([]);
  const unproven = { ...place(), proof: null, lastProven: null, hosts: [] };
  const [, proof] = await diagnose({ backups: { isSetUp: true, status: unproven } });
  expect(proof).toMatchObject({ name: "backup proof", status: "warn", detail: "no backup was proven yet" });
});
