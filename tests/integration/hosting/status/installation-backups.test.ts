import { expect, it } from "vitest";
import type { BackupProof, BackupStatus } from "@/lib/core/backup-status";
import { readEnvironment } from "@/lib/core/env";
import type { LocalWindowStatus } from "@/lib/core/local-window";
import { getInstallationBackups } from "@/lib/hosting/status/get-installation-backups";
import { LiveSettings } from "@/lib/people/operator-settings/live-settings";
import { createOrganisation, FixedClock, makeContext } from "@/tests/support/context";

const clock = new FixedClock();
const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000);

const PROOF: BackupProof = {
  ...{ outcome: "proven", at: ago(3_600), reason: null, place: "/backups", backupId: null, upTo: null, seconds: 60 },
  ...{ recoverySeconds: 48.5, checked: { pages: 1, relations: 1, canaries: 1, objects: 1 } },
};

const STATUS: BackupStatus = {
  ...{ at: ago(0), place: "/backups", everySeconds: 5, upTo: ago(3), objectsUpTo: null, lastBackupAt: ago(7_200) },
  ...{ restorableFrom: ago(7_200), restorableTo: ago(3), restoreGaps: [], failure: null, gaps: [] },
  ...{ proof: PROOF, lastProven: PROOF, lastFailed: null, hosts: [] },
};

const WINDOW: LocalWindowStatus = {
  ...{ at: ago(0), hours: 24, restorableFrom: ago(60), restorableTo: ago(3), restoreGaps: [], bytes: 1, mostBytes: 2 },
  ...{ mark: null, baseMark: null, failure: null, pausedUntil: null },
};

interface Known {
  backups?: BackupStatus | null;
  window?: LocalWindowStatus | null;
  variables?: Record<string, string>;
}

async function contextOf({ backups = null, window = null, variables = {} }: Known) {
  const ctx = await makeContext({ actor: { kind: "operator-account", id: "usr_1" }, clock });
  const { db, sealer, log } = ctx;
  const settings = new LiveSettings({ db, sealer, log, environment: readEnvironment(variables) });
  return { ...ctx, settings, readBackups: async () => backups, readLocalWindow: async () => window };
}

it("tells how much would be lost now, and how long the last proof took to recover", async () => {
  expect(await getInstallationBackups(await contextOf({ backups: STATUS }))).toEqual({
    isEmbedded: false,
    hasLocalWindow: false,
    kept: {
      ...{ place: "/backups", upTo: ago(3).toISOString(), objectsUpTo: null, secondsAtRisk: 3, trouble: null },
      proof: { at: ago(3_600).toISOString(), outcome: "proven" },
      recovery: { at: ago(3_600).toISOString(), seconds: 48.5 },
      hosts: [],
    },
  });
});

it("names the fault, a failed proof beside the last that measured, and hosts that aren't backed up", async () => {
  const failed: BackupProof = {
    ...PROOF,
    outcome: "failed",
    at: ago(60),
    reason: "Page 3 is damaged.",
    recoverySeconds: null,
  };
  const hosts = [
    { id: "host_1", name: "pg-1", obstacle: null, status: { ...STATUS, upTo: ago(5) } },
    { id: "host_2", name: "pg-2", obstacle: "Its provisioner lacks REPLICATION.", status: null },
  ];
  const { kept } = await getInstallationBackups(await contextOf({ backups: { ...STATUS, proof: failed, hosts } }));
  expect(kept).toMatchObject({
    trouble: "Backups: the last proof failed. Page 3 is damaged.",
    proof: { at: ago(60).toISOString(), outcome: "failed" },
    recovery: { at: ago(3_600).toISOString(), seconds: 48.5 },
    hosts: [
      { name: "pg-1", upTo: ago(5).toISOString() },
      { name: "pg-2", upTo: null },
    ],
  });
});

it("takes a local window for no backup, and nothing that has left the machine for the loss of everything", async () => {
  const local = await contextOf({ window: WINDOW, variables: { COPPICE_HOST_SOCKET: "/run/host" } });
  expect(await getInstallationBackups(local)).toEqual({ isEmbedded: true, hasLocalWindow: true, kept: null });
  const first = { ...STATUS, upTo: null, lastBackupAt: null, proof: null, lastProven: null };
  const { kept } = await getInstallationBackups(await contextOf({ backups: first }));
  expect(kept).toMatchObject({ upTo: null, secondsAtRisk: null, proof: null, recovery: null });
  expect(kept?.trouble).toContain("nothing has reached /backups yet");
});

it("is the operator's alone", async () => {
  const { member } = await createOrganisation();
  const as = { ...(await contextOf({ backups: STATUS })), actor: member.owner };
  await expect(getInstallationBackups(as)).rejects.toMatchObject({ code: "missing_permission" });
});
