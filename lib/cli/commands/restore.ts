import { type Command, Option } from "commander";
import type { RestoreSummary } from "@/lib/cli/command-line";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { parseTime } from "@/lib/cli/values";
import { SERVICE } from "@/lib/core/service";

export function addRestoreCommand(tree: CommandTree): void {
  addVerb<{ from: string; at?: Date }>(tree, tree.program, {
    usage: "restore",
    description: "Restore everything from backups into COPPICE_DATA_DIR, which must be empty.",
    examples: [
      "coppice restore --from /mnt/backups",
      "coppice restore --from s3://acme-backups/coppice --at 2026-11-27T14:05:00Z",
    ],
    options: (command: Command) =>
      command
        .requiredOption("--from <place>", "a folder, or s3://bucket/prefix")
        .addOption(new Option("--at <time>", "the second to go back to, with its zone").argParser(parseTime)),
    run: async (_args, { from, at }) => {
      const { byteText } = await import("@/lib/core/byte-text");
      const announce = (plan: RestoreSummary) => tree.line.notice(describePlan(plan, byteText(plan.fetchedBytes)));
      const summary = await tree.line.restore({ from, at: at ?? null, announce });
      return { json: summary, text: `Restored to ${summary.restoredTo}. Start ${SERVICE.name} with npm start.\n` };
    },
  });
}

function describePlan(plan: RestoreSummary, size: string): string {
  const elsewhere = plan.objectsAreElsewhere
    ? "Objects are in a bucket of their own, which this doesn't touch. For a trial, start it without COPPICE_S3_BUCKET.\n"
    : "";
  return `Restores ${plan.from} as of ${plan.restoredTo} into ${plan.dataDir}:
backup ${plan.backupId}, ${size} to fetch, ${plan.objects} objects, the key ring, and the writes since.
${elsewhere}`;
}
