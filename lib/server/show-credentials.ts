import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@/lib/core/env";

/**
 * Shows the credentials of the first run: on the terminal, or in production in a file for the service's user alone, since
 * logs are kept, read and sent on. Throws where the file can't be written, so that none is kept that nobody has seen.
 */
export function showCredentials({ mode, dataDir }: Pick<Environment, "mode" | "dataDir">, text: string): void {
  if (mode === "development") return void process.stdout.write(`${text}\n`);
  const file = join(dataDir, "first-run");
  // A first run that was interrupted may have left one.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  process.stdout.write(
    `First run: the first key and the owner's password are in ${file}, which only the service's user can read. Sign in with them, then delete the file.\n`,
  );
}
