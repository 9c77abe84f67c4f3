import { mkdir, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { succeeds } from "@/lib/core/succeeds";
import { explainDiskFull } from "../data-folder/disk-full";
import { syncDirectory } from "../data-folder/durable-file";
import { copyFiles, makeReadableFolder } from "./copied-file";
import { installedPostgres } from "./installed-postgres";
import { packagedPostgres } from "./packaged-postgres";
import type { PostgresSource } from "./postgres-source";

/** Returns the PostgreSQL with its programs in this folder, or with `null` that of the packages. Throws `OperatorError`. */
export function findPostgres(bin: string | null): Promise<PostgresSource> {
  return bin === null ? packagedPostgres() : installedPostgres(bin);
}

/**
 * Copies a PostgreSQL, once per version: the copy survives a new installation, can be read by the users the clusters run
 * as, and holds only the allowed extensions. Returns the folder of its programs.
 */
export async function installBinaries(postgresDirectory: string, source: PostgresSource): Promise<string> {
  const parent = join(postgresDirectory, "binaries");
  const target = join(parent, source.copyName);
  const programs = join(target, source.programs);
  if (await succeeds(stat(target))) return programs;
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(parent, { recursive: true });
    await makeReadableFolder(parent, `${source.copyName}.unfinished`);
    await copyFiles(await source.listFiles(), unfinished, source.programs);
    for (const { path, target: to } of source.links) {
      await symlink(relative(dirname(join(unfinished, path)), join(unfinished, to)), join(unfinished, path));
    }
    await rename(unfinished, target);
    await syncDirectory(parent);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explainDiskFull(error, postgresDirectory);
  }
  return programs;
}

/** Removes the copies of other versions. The caller starts the servers, so that none runs from them. */
export async function removeOtherBinaries(postgresDirectory: string, { copyName }: PostgresSource): Promise<void> {
  const parent = join(postgresDirectory, "binaries");
  for (const name of await readdir(parent)) {
    if (name !== copyName) await rm(join(parent, name), { recursive: true, force: true });
  }
}
