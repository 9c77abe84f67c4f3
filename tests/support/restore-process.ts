import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { BackedUp } from "./backups";
import { testKey } from "./context";
import type { HostingService } from "./databases";
import { POSTGRES_CLIENT } from "./postgres-client";

interface RestoreProcess {
  /** The folder of the bundled programs. */
  built: string;
  world: BackedUp;
  service: HostingService;
  /** The crash point, without `past-restore.`, at which the process is killed. */
  crashAt?: string | undefined;
}

/** Carries out a restore to a time in a process of its own, as the service does. Returns the signal that ended it. */
export async function runRestoreProcess({ built, world, service, crashAt }: RestoreProcess): Promise<string | null> {
  const env = {
    PATH: [POSTGRES_CLIENT, process.env.PATH ?? ""].join(delimiter),
    ...{ NODE_ENV: "test" as const, LOG_LEVEL: "error", DATABASE_URL: service.controlUrl },
    ...{ COPPICE_SECRET_KEYS: `${testKey.id}:${testKey.secret.toString("base64")}` },
    ...{ COPPICE_DATA_DIR: world.folder.path, COPPICE_BACKUPS: world.placeFolder },
    ...{ COPPICE_BACKUPS_PASSPHRASE_FILE: world.settings.passphraseFile },
    ...(crashAt !== undefined && { COPPICE_CRASH_AT: `past-restore.${crashAt}` }),
  };
  try {
    const server = join(built, "server.js");
    const { stdout } = await promisify(execFile)(process.execPath, [server, "--restore-past"], { env });
    expect(stdout).toBe("");
    return null;
  } catch (error) {
    const { signal, stdout, stderr } = error as { signal: string | null; stdout: string; stderr: string };
    if (signal === null) throw new Error(`${stdout}${stderr}`);
    return signal;
  }
}
