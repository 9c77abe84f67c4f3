import { chmod, chown, lstat, mkdir, mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FILES } from "./configuration";

const PREFIX = "coppice-functions-";
/** Opens the file that a path names without its contents, and no link (open(2)); Node has no names for them. */
const O_PATH = 0o10000000;
const O_NOFOLLOW = 0o400000;

/** Makes the folder for the processes of functions, and removes those that killed processes left. Returns its path. */
export async function makeRootFolder(): Promise<string> {
  await removeForsaken();
  const path = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // Users of single functions must come through, each to a folder of its own.
  await chmod(path, 0o711);
  return path;
}

async function removeForsaken(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    if (found?.isDirectory() && found.uid === process.getuid?.()) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The folder of one process: its configuration and program while it starts, and its sockets. */
export class FunctionFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(root: string, name: string, files: { configuration: string; script: string }, user: number | null) {
    const folder = new FunctionFolder(join(root, name));
    await rm(folder.path, { recursive: true, force: true });
    await mkdir(folder.path, { mode: 0o700 });
    await folder.#write(FILES.configuration, files.configuration, user);
    await folder.#write(FILES.script, files.script, user);
    if (user !== null) await chown(folder.path, user, user);
    return folder;
  }

  join(name: string): string {
    return join(this.path, name);
  }

  async #write(name: string, text: string, user: number | null): Promise<void> {
    await writeFile(this.join(name), text, { mode: 0o600, flag: "wx" });
    if (user !== null) await chown(this.join(name), user, user);
  }

  /** Removes the file that holds secrets, once the process has read it. */
  async forget(): Promise<void> {
    for (const name of [FILES.configuration, FILES.script]) await rm(this.join(name), { force: true });
  }

  /**
   * Returns a path to a socket that stays with it, even if the process puts something in its place later; `null` while
   * there is no such socket.
   */
  async pin(name: string): Promise<{ path: string; release(): Promise<void> } | null> {
    const handle = await open(this.join(name), O_PATH | O_NOFOLLOW).catch(() => null);
    if (!handle) return null;
    if ((await handle.stat()).isSocket()) return { path: `/proc/self/fd/${handle.fd}`, release: () => handle.close() };
    await handle.close();
    return null;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
