import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";

/** The file that marks a data folder while it is restored. */
export const unfinishedRestoreFile = "restore-unfinished";

/** Throws `OperatorError` for a data folder of which only a part was restored. */
export function requireNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, unfinishedRestoreFile))) return;
  throw new OperatorError(
    `The restore into ${dataDir} didn't end. Repeat \`npm run coppice -- restore\`, which begins again.`,
  );
}
