import type { Command } from "commander";
import { EXIT_FAILED } from "@/lib/cli/exit-codes";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { type BackupProof, type BackupStatus, describeTrouble, secondsAtRisk } from "@/lib/core/backup-status";
import { byteText } from "@/lib/core/byte-text";

export function addBackupCommands(tree: CommandTree, noun: Command): void {
  addVerb(tree, noun, {
    usage: "now",
    description: "Make a base backup of everything now. The service makes one each night.",
    examples: ["coppice backup now", "coppice backup now --json"],
    run: async () => {
      const backup = await tree.line.backUp();
      return { json: backup, text: `Backup ${backup.id}: ${byteText(backup.bytes)} and ${backup.objects} objects.\n` };
    },
  });
  addVerb(tree, noun, {
    usage: "list",
    description: "List the base backups.",
    examples: ["coppice backup list"],
    run: async () => {
      const backups = await tree.line.listBackups();
      const rows = backups.map(({ id, finishedAt, bytes, objects }) => [
        ...[id, finishedAt, byteText(bytes), String(objects)],
      ]);
      const text = rows.length === 0 ? "No backups yet.\n" : formatTable(["ID", "TAKEN", "SIZE", "OBJECTS"], rows);
      return { json: { backups }, text };
    },
  });
  addVerb(tree, noun, {
    usage: "status",
    description: "Show how far the backups reach. Exits with 1 if something is wrong.",
    examples: ["coppice backup status", "coppice backup status --json"],
    run: async () => {
      const status = await tree.line.backupStatus();
      const now = new Date();
      const trouble = describeTrouble(status, now);
      const json = { ...status, secondsAtRisk: secondsAtRisk(status, now), trouble };
      return { json, text: describeStatus(status, now, trouble), exitCode: trouble === null ? 0 : EXIT_FAILED };
    },
  });
  addVerb(tree, noun, {
    usage: "prove",
    description: "Recover the newest backup in a scratch folder, and read all of it. Exits with 1 unless it's proven.",
    examples: ["coppice backup prove", "coppice backup prove --json"],
    run: async () => {
      const proof = await tree.line.proveBackups();
      return { json: proof, text: describeProof(proof), exitCode: proof.outcome === "proven" ? 0 : EXIT_FAILED };
    },
  });
}

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

function describeStatus(status: BackupStatus, now: Date, trouble: string | null): string {
  const seconds = secondsAtRisk(status, now);
  const lines = [
    ["place", status.place],
    ["everything up to", status.upTo?.toISOString() ?? "nothing yet"],
    ...(status.objectsUpTo === null ? [] : [["stored objects up to", status.objectsUpTo.toISOString()]]),
    ["would be lost now", seconds === null ? "everything" : `the last ${Math.ceil(seconds)} s`],
    ["last base backup", status.lastBackupAt?.toISOString() ?? "none yet"],
    ["can be restored from", status.restorableFrom?.toISOString() ?? "nothing yet"],
    ["last proof", status.proof === null ? "none yet" : `${status.proof.at.toISOString()}, ${status.proof.outcome}`],
    ["recovery took", describeRecovery(status.lastProven)],
  ];
  const width = Math.max(...lines.map(([label = ""]) => label.length)) + 2;
  const text = lines.map(([label = "", value]) => `${label.padEnd(width)}${value}\n`).join("");
  return trouble === null ? text : `${text}\n${trouble}\n`;
}

function describeRecovery(proven: BackupProof | null): string {
  if (proven === null) return "not measured yet";
  return `${Math.ceil(proven.recoverySeconds ?? 0)} s in the proof of ${proven.at.toISOString()}`;
}
