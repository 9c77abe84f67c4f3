import { z } from "zod";
import type { RestoreSummary } from "@/lib/cli/command-line";
import { machineVerb } from "@/lib/cli/define/verb";
import { parseTime } from "@/lib/cli/values";
import { byteText } from "@/lib/core/byte-text";
import { SERVICE } from "@/lib/core/service";

export const commands = [
  machineVerb({
    usage: "restore",
    description: "Restore everything from backups into COPPICE_DATA_DIR, which must be empty.",
    examples: ["--from /mnt/backups", "--from s3://acme-backups/coppice --at 2026-11-27T14:05:00Z"],
    input: z.object({ from: z.string(), at: z.date().nullable().default(null) }),
    options: {
      from: { flags: "--from <place>", help: "a folder, or s3://bucket/prefix" },
      at: { flags: "--at <time>", help: "the second to go back to, with its zone", as: parseTime },
    },
    run: (input, { line }) => line.restore({ ...input, announce: (plan) => line.notice(describePlan(plan)) }),
    print: ({ restoredTo }) => `Restored to ${restoredTo}. Start ${SERVICE.name} with npm start.`,
  }),
];

function describePlan(plan: RestoreSummary): string {
  const elsewhere = plan.objectsAreElsewhere
    ? "Objects are in a bucket of their own, which this doesn't touch. Nothing is deleted from it before `coppice object claim-store`.\n"
    : "";
  return `Restores ${plan.from} as of ${plan.restoredTo} into ${plan.dataDir}:
backup ${plan.backupId}, ${byteText(plan.fetchedBytes)} to fetch, ${plan.objects} objects, the key ring, and the writes since.
${elsewhere}`;
}
