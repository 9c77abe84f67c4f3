import type { DoctorProbes } from "@/lib/cli/command-line";
import { describeLocalWindow } from "@/lib/core/local-window";
import { type Check, ok, warn } from "./checks";

const NAME = "local window";

/** Checks the last hours that are kept on the databases' own disk. They are no backup, and none is expected of them. */
export function checkLocalWindow({ localWindow: status, isEmbedded }: DoctorProbes): Check[] {
  if (!isEmbedded || status === null) return [];
  if (status.failure === null) return [ok(NAME, describeLocalWindow(status))];
  const pause = status.pausedUntil === null ? "" : ` Nothing is kept until ${status.pausedUntil.toISOString()}.`;
  return [
    warn(NAME, `${status.failure}${pause}`, "Free some space, or set up backups, which docs/backups.md describes."),
  ];
}
