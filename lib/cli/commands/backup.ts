import { machineVerb } from "@/lib/cli/define/verb";
import { formatFields, formatTable } from "@/lib/cli/table";
import {
  type BackupProof,
  type BackupStatus,
  describeTrouble,
  type HostBackups,
  secondsAtRisk,
} from "@/lib/core/backup-status";
import { byteText } from "@/lib/core/byte-text";

export const commands = [
  machineVerb("now", {
    description: "Make a base backup of everything now. The service makes one each night.",
    examples: ["", "--json"],
    run: (_input, { line }) => line.backUp(),
    print: ({ id, bytes, storedBytes, objects }) =>
      `Backup ${id}: ${byteText(bytes)}, for which ${byteText(storedBytes)} were stored, and ${objects} objects.`,
  }),
  machineVerb("list", {
    description: "List the base backups.",
    run: async (_input, { line }) => ({ backups: await line.listBackups() }),
    print: ({ backups }) => {
      const rows = backups.map(({ id, finishedAt, bytes, storedBytes, objects }) => {
        return [id, finishedAt, byteText(bytes), byteText(storedBytes), String(objects)];
      });
      return rows.length === 0 ? "No backups yet." : formatTable(["ID", "TAKEN", "SIZE", "STORED", "OBJECTS"], rows);
    },
  }),
  machineVerb("status", {
    description: "Show how far the backups reach. Exits with 1 if something is wrong.",
    examples: ["", "--json"],
    run: async (_input, { line }) => {
      const [status, now] = [await line.backupStatus(), new Date()];
      return { ...status, secondsAtRisk: secondsAtRisk(status, now), trouble: describeTrouble(status, now) };
    },
    print: describeStatus,
    isWell: ({ trouble }) => trouble === null,
  }),
  machineVerb("prove", {
    description:
      "Recover the newest backup of the databases and of each registered host in a scratch folder, and read all of it. Exits with 1 unless all are proven.",
    examples: ["", "--json"],
    run: (_input, { line }) => line.proveBackups(),
    print: ({ hosts, ...own }) =>
      [describeProof(own), ...hosts.map(({ name, proof }) => `Host ${name}: ${describeProof(proof)}`)].join(""),
    isWell: ({ outcome, hosts }) => [outcome, ...hosts.map(({ proof }) => proof.outcome)].every(isProven),
  }),
];

const isProven = (outcome: BackupProof["outcome"]) => outcome === "proven";

function describeProof({ outcome, reason, backupId, upTo, recoverySeconds, checked }: BackupProof): string {
  if (outcome === "failed") return `Failed: ${reason}\n`;
  if (outcome === "could not run") return `Could not run: ${reason}\n`;
  const { pages, relations, canaries, objects } = checked;
  const number = (count: number) => count.toLocaleString("en");
  const sampled = objects === null ? "objects are elsewhere" : `${number(objects)} objects`;
  return `Proven: backup ${backupId} and the writes since, up to ${upTo?.toISOString()}.
Recovered in ${Math.ceil(recoverySeconds ?? 0)} s, and read: ${number(pages)} pages, ${number(relations)} tables and indexes, ${number(canaries)} canary rows, ${sampled}.
`;
}

function describeStatus(status: BackupStatus & { secondsAtRisk: number | null; trouble: string | null }): string {
  const { secondsAtRisk: seconds, trouble, proof } = status;
  const text = formatFields([
    ["place", status.place],
    ["everything up to", status.upTo?.toISOString() ?? "nothing yet"],
    ...(status.objectsUpTo === null ? [] : [["stored objects up to", status.objectsUpTo.toISOString()] as const]),
    ["would be lost now", seconds === null ? "everything" : `the last ${Math.ceil(seconds)} s`],
    ["last base backup", status.lastBackupAt?.toISOString() ?? "none yet"],
    ["can be restored from", status.restorableFrom?.toISOString() ?? "nothing yet"],
    ["last proof", proof === null ? "none yet" : `${proof.at.toISOString()}, ${proof.outcome}`],
    ["recovery took", describeRecovery(status.lastProven)],
    ...status.hosts.map((host) => [`host ${host.name}`, describeHost(host)] as const),
  ]);
  return trouble === null ? text : `${text}\n${trouble}`;
}

function describeHost({ obstacle, status }: HostBackups): string {
  if (obstacle !== null) return `not backed up. ${obstacle}`;
  if (!status?.lastBackupAt) return `no base backup yet. ${status?.failure ?? ""}`.trim();
  const proof = status.proof?.outcome ?? "not proven yet";
  const [upTo, lastBackupAt] = [status.upTo, status.lastBackupAt].map((time) => time?.toISOString());
  return `everything up to ${upTo ?? "then"}, base backup of ${lastBackupAt}, ${proof}`;
}

function describeRecovery(proven: BackupProof | null): string {
  if (proven === null) return "not measured yet";
  return `${Math.ceil(proven.recoverySeconds ?? 0)} s in the proof of ${proven.at.toISOString()}`;
}
