import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "postgresql.auto.conf";

/**
 * Keeps the settings of ALTER SYSTEM from a server that recovers a host's files: they name programs and folders of the
 * host's machine, and an archive into which only the host may write. Returns how to put them back.
 */
export async function setOwnSettingsAside(data: string): Promise<() => Promise<void>> {
  const [file, aside] = [join(data, FILE), join(data, `${FILE}.aside`)];
  await rename(file, aside);
  await writeFile(file, "", { mode: 0o644 });
  return () => rename(aside, file);
}
