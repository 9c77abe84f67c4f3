import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { MAJOR_VERSION } from "../../embedded-postgres/initialise-cluster";

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

/** Throws `OperatorError` for files that were written by a version of PostgreSQL that can't be started here. */
export async function requireOwnVersion(data: string): Promise<void> {
  const version = (await readFile(join(data, "PG_VERSION"), "utf8")).trim();
  if (version === MAJOR_VERSION) return;
  throw new OperatorError(
    `The host ran PostgreSQL ${version} at that time, and only ${MAJOR_VERSION} can be recovered here.`,
  );
}
