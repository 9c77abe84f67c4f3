import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readFileIfPresent, writeFileDurably } from "../data-folder/durable-file";
import { readState } from "../data-folder/instance-state";
import { readMigrations } from "../migrations/migrations";
import { listCopies, type SettledUpgrade, settledFile, upgradePlaces } from "./places";

/**
 * Notes that the embedded control plane has the schema of this version, and removes the copies of earlier upgrades: the
 * newest one stays until the next upgrade has ended, too.
 */
export async function settleUpgrade(
  dataDir: string,
  crashPoint: (name: string) => void = () => undefined,
): Promise<void> {
  const state = await readState(dataDir);
  if (state === null) return;
  const places = upgradePlaces(state.postgresDirectory);
  if (!existsSync(places.data)) return;
  const copies = await listCopies(places);
  const settled: SettledUpgrade = {
    migrations: (await readMigrations()).map(({ name }) => name),
    copy: copies.at(-1) ?? null,
  };
  const [file, text] = [settledFile(places.data), `${JSON.stringify(settled)}\n`];
  // The cluster's user reads all files in its folder.
  if ((await readFileIfPresent(file)) !== text) await writeFileDurably(file, text, 0o644);
  crashPoint("upgrade-copy:settled");
  for (const name of copies.slice(0, -1)) await rm(join(places.copies, name), { recursive: true, force: true });
}
