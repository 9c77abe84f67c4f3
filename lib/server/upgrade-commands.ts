import type { MigrationOutcome } from "@/lib/cli/command-line";
import { OperatorError } from "@/lib/core/operator-error";
import { commandEnvironment, type Notice, noticesOf } from "./command-line";
import { describeMigration, migrate } from "./migrations/migrate";
import { openControlPlane } from "./open-control-plane";
import { prepare } from "./prepare";
import { goBack, type UndoneUpgrade } from "./upgrade-copies/go-back";
import { settleUpgrade } from "./upgrade-copies/settle";

/** Does all that a start does to a control plane before it serves, for processes that are started by their role. */
export async function migrateControlPlane(notice: Notice): Promise<MigrationOutcome> {
  const environment = commandEnvironment();
  const plane = await openControlPlane(environment, "migration", noticesOf(environment, notice));
  try {
    const { databaseUrl, secretKeys } = plane;
    const applied = await migrate(databaseUrl);
    await prepare({ ...environment, databaseUrl, secretKeys }, null);
    if (environment.databaseUrl === null) await settleUpgrade(environment.dataDir);
    return { applied, text: describeMigration(applied) };
  } finally {
    await plane.stop();
  }
}

/** Puts the embedded control plane back as it was before the last upgrade. */
export async function undoUpgrade(notice: Notice): Promise<UndoneUpgrade> {
  const environment = commandEnvironment();
  if (environment.databaseUrl !== null) {
    throw new OperatorError(
      "With DATABASE_URL, no copy is kept. Restore your own backup from before the upgrade (docs/operating.md).",
    );
  }
  if (environment.backups !== null) {
    throw new OperatorError(
      "With COPPICE_BACKUPS, go back with `npm run coppice -- restore` to a time before the upgrade: backups of the present data would no longer fit.",
    );
  }
  return goBack(environment.dataDir, { log: noticesOf(environment, notice).log });
}
