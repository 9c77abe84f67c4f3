import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";

/** The file that marks a data folder while it is restored. */
export const unfinishedRestoreFile = "restore-unfinished";

/** The file that marks a data folder while it goes back to before an upgrade. */
export const unfinishedReturnFile = "going-back-unfinished";

/** Throws `OperatorError` for a data folder of which only a part was restored, or that is going back. */
export function requireNoUnfinishedRestore(dataDir: string, { exceptReturn = false } = {}): void {
  if (existsSync(join(dataDir, unfinishedRestoreFile))) {
    throw new OperatorError(
      `The restore into ${dataDir} didn't end. Repeat \`npm run coppice -- restore\`, which begins again.`,
    );
  }
  if (exceptReturn || !existsSync(join(dataDir, unfinishedReturnFile))) return;
  throw new OperatorError(
    `Going back to before an upgrade didn't end in ${dataDir}. Repeat \`npm run coppice -- migrate --back\`, which goes on.`,
  );
}
