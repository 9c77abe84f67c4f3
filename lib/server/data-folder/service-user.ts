import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { promisify } from "node:util";
import { OperatorError } from "@/lib/core/operator-error";

/** The operating-system user a cluster runs as. */
export interface ServiceUser {
  name: string;
  uid: number;
  gid: number;
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

export function currentUser(): ServiceUser {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid };
  } catch (cause) {
    throw new OperatorError(`PostgreSQL needs a user name, and user ${process.geteuid?.()} has none in /etc/passwd.`, {
      cause,
    });
  }
}

/**
 * Returns the user for one cluster: the caller, or for root, whom PostgreSQL refuses, an unprivileged user of that
 * name, made when missing. If users can't be made, `postgres` or `nobody` serves.
 */
export async function findServiceUser(name: string): Promise<ServiceUser> {
  if (!isRoot()) return currentUser();
  const existing = await lookUp(name);
  if (existing) return existing;
  try {
    await promisify(execFile)("useradd", [
      ...["--system", "--no-create-home", "--user-group"],
      ...["--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", name],
    ]);
  } catch {
    // Another process may have made the user meanwhile, or the machine has no useradd.
  }
  const found = (await lookUp(name)) ?? (await lookUp("postgres")) ?? (await lookUp("nobody"));
  if (found) return found;
  throw new OperatorError(
    `PostgreSQL doesn't run as root, and the user ${name} couldn't be created. Create it yourself.`,
  );
}

/** Returns whether the user can enter a folder, by trying it: access lists may differ from the mode bits. */
export function canEnter(user: ServiceUser, folder: string): boolean {
  if (!isRoot()) return true;
  const { uid, gid } = user;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { uid, gid, cwd: "/", stdio: "ignore" }).status === 0;
}

async function lookUp(name: string): Promise<ServiceUser | null> {
  for (const line of (await readFile("/etc/passwd", "utf8")).split("\n")) {
    const [entry, , uid, gid] = line.split(":");
    if (entry === name && uid && gid && uid !== "0") return { name, uid: Number(uid), gid: Number(gid) };
  }
  return null;
}
