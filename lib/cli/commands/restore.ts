import { z } from "zod";
import { type RestoreSummary, UsageError } from "@/lib/cli/command-line";
import { time } from "@/lib/cli/define/kinds";
import { machineVerb } from "@/lib/cli/define/verb";
import { byteText } from "@/lib/core/byte-text";
import { SERVICE } from "@/lib/core/service";

export const commands = [
  machineVerb("restore", {
    description:
      "Restore everything from backups into COPPICE_DATA_DIR, which must be empty, or one registered host into a folder.",
    examples: [
      "--from /mnt/backups",
      "--from s3://acme-backups/coppice --at 2026-11-27T14:05:00Z",
      "--from /mnt/backups --host pg-1 --to /srv/postgresql/pg-1",
    ],
    input: z.object({
      from: z.string(),
      at: z.date().nullable().default(null),
      host: z.string().nullable().default(null),
      to: z.string().nullable().default(null),
    }),
    options: {
      from: "<place>  a folder, or s3://bucket/prefix",
      at: time("the second to go back to, with its zone"),
      host: "<name>  a registered host; its data folder is written to the folder in --to",
      to: "<folder>  the folder for the host's cluster, which must be empty or not exist",
    },
    run: ({ host, to, ...input }, { line }) => {
      const request = { ...input, announce: (plan: RestoreSummary) => line.notice(describePlan(plan, host)) };
      if (host === null && to === null) return line.restore(request);
      if (host === null || to === null) throw new UsageError("--host and --to need one another.");
      return line.restoreHost({ ...request, host, to });
    },
    print: ({ restoredTo, dataDir }, { host, at }) =>
      host === null
        ? `Restored to ${restoredTo}. Start ${SERVICE.name} with npm start.`
        : `Restored to ${restoredTo}. Start PostgreSQL on ${dataDir}.${at === null ? "" : renewLogins(host)}`,
  }),
];

function renewLogins(host: string): string {
  return `\nIts passwords are those of that time: keep customers out until \`coppice host renew-logins ${host}\` has run.`;
}

function describePlan(plan: RestoreSummary, host: string | null): string {
  if (host !== null) {
    return `Restores ${host} of ${plan.from} as of ${plan.restoredTo} into ${plan.dataDir}:
backup ${plan.backupId}, ${byteText(plan.fetchedBytes)} to fetch, and the writes since.
`;
  }
  const elsewhere = plan.objectsAreElsewhere
    ? "Objects are in a bucket of their own, which this doesn't touch. Nothing is deleted from it before `coppice object claim-store`.\n"
    : "";
  return `Restores ${plan.from} as of ${plan.restoredTo} into ${plan.dataDir}:
backup ${plan.backupId}, ${byteText(plan.fetchedBytes)} to fetch, ${plan.objects} objects, the key ring, and the writes since.
${elsewhere}`;
}
