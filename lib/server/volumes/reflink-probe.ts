import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns whether files in this folder can share blocks (FICLONE: XFS with reflink, Btrfs, and some others). Found out
 * by cloning a file there, because the name of a file system does not tell.
 */
export async function sharesBlocks(folder: string): Promise<boolean> {
  const probe = await mkdtemp(join(folder, "reflink-probe-"));
  try {
    await writeFile(join(probe, "source"), randomBytes(64 * 1024));
    await copyFile(join(probe, "source"), join(probe, "clone"), constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (["ENOTSUP", "EOPNOTSUPP", "ENOTTY", "ENOSYS", "EXDEV", "EINVAL"].includes(String(code))) return false;
    throw error;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}
