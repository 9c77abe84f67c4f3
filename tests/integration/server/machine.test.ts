import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { OperatorError } from "@/lib/core/operator-error";
import { explainDiskFull } from "@/lib/server/data-folder/disk-full";
import { ensureDataFolder } from "@/lib/server/data-folder/instance-state";
import { createVolume, hostDirectory } from "@/lib/server/volumes/xfs-volume";
import { DataFolder, isRoot, mountImage, queryOne } from "@/tests/support/data-folder";

function newFolder(mode?: number): DataFolder {
  const folder = new DataFolder(mode);
  onTestFinished(() => folder.remove());
  return folder;
}

async function startInProcess(dataDir: string): Promise<{ child: ChildProcess; postmasters: number[] }> {
  // Inside the repository, so that the packages are found.
  const outfile = join(process.cwd(), ".setup", "tests", `start-embedded-${process.pid}.mjs`);
  await build({
    ...{ entryPoints: ["tests/support/start-embedded.ts"], outfile, bundle: true, packages: "external" },
    ...{ platform: "node", format: "esm", logLevel: "error" },
  });
  const child = spawn(process.execPath, [outfile, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, postmasters: JSON.parse(line.toString()) };
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

test("after the supervisor was killed, its servers are stopped and started anew", async () => {
  const folder = newFolder();
  const { child, postmasters } = await startInProcess(folder.path);
  await killed(child);
  for (const pid of postmasters) expect(process.kill(pid, 0)).toBe(true);
  const started = await folder.start();
  expect(postmasters).not.toContain(started.control.postmasterPid);
  expect(folder.said.join("\n")).toMatch(/left behind in .* by an earlier run/);
  expect(await queryOne(started.controlUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
});

test("after everything was killed, stale pid and socket files do not keep it from starting", async () => {
  const folder = newFolder();
  const { child, postmasters } = await startInProcess(folder.path);
  await killed(child);
  for (const pid of postmasters) process.kill(pid, "SIGKILL");
  expect(statSync(join(folder.state.postgresDirectory, "control", "data", "postmaster.pid")).size).toBeGreaterThan(0);
  const started = await folder.start();
  expect(await queryOne(started.controlUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
  expect(await queryOne(started.host.provisionerUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
});

test("OP-L3: an empty pid file, as a crash of the machine leaves it, does not keep it from starting", async () => {
  const folder = newFolder();
  await folder.start();
  await folder.stop();
  writeFileSync(join(folder.state.postgresDirectory, "control", "data", "postmaster.pid"), "");
  const started = await folder.start();
  expect(await queryOne(started.controlUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
});

test("OP-L2: a folder that can't be made is told in a sentence", async () => {
  const attempt = ensureDataFolder("/proc/coppice/data");
  await expect(attempt).rejects.toThrow("Can't use the data folder /proc/coppice/data: it can't be made");
  await expect(attempt).rejects.toBeInstanceOf(OperatorError);
  // Nobody can make a folder there, and the folder above is missing, too.
  await expect(ensureDataFolder("/sys/coppice/data")).rejects.toBeInstanceOf(OperatorError);
});

test(
  isRoot
    ? "below a folder that only root can enter, the databases are kept in /var/lib/coppice, and that is said"
    : "below a folder that only its owner can enter, the databases are kept in the data folder",
  async () => {
    const folder = newFolder(0o700);
    const started = await folder.start();
    const { postgresDirectory } = folder.state;
    if (isRoot) {
      onTestFinished(() => rmSync(postgresDirectory, { recursive: true, force: true }));
      expect(postgresDirectory).toMatch(/^\/var\/lib\/coppice\/[0-9a-f]{16}$/);
      expect(folder.said.join("\n")).toContain(`the databases are in ${postgresDirectory}`);
    } else {
      expect(postgresDirectory).toBe(join(folder.path, "postgres"));
    }
    expect(await queryOne(started.controlUrl, "SELECT 1 AS one")).toEqual({ one: 1 });
  },
);

test(
  isRoot
    ? "started by root, the two clusters run as two users, neither of them root"
    : "started by a normal user, the two clusters run as that user",
  async () => {
    const folder = newFolder();
    const { control, host } = await folder.start();
    const users = [control, host].map(({ postmasterPid }) => statSync(`/proc/${postmasterPid}`).uid);
    if (isRoot) {
      expect(users).not.toContain(0);
      expect(users[0]).not.toBe(users[1]);
    } else {
      expect(users).toEqual([process.getuid?.(), process.getuid?.()]);
    }
  },
);

test(
  isRoot
    ? "on a disk that is too small, one sentence says so"
    : "an error of a full disk becomes one sentence (a normal user can mount no small disk)",
  async () => {
    if (!isRoot) {
      const error = Object.assign(new Error("write"), { code: "ENOSPC" });
      expect(explainDiskFull(error, "/data")).toBeInstanceOf(OperatorError);
      return;
    }
    const folder = newFolder();
    // Each size runs out of space at another step: the programs, the making of a cluster.
    for (const size of ["24M", "80M"]) {
      const unmount = mountImage(folder.path, size, ["mkfs.ext4", "-q"]);
      try {
        await expect(folder.start()).rejects.toMatchObject({
          name: "OperatorError",
          message: expect.stringMatching(
            /^The disk that holds .* is full \([\d.]+ \w+ of [\d.]+ MB free\): free some space and start again\.$/,
          ),
        });
      } finally {
        unmount();
      }
    }
  },
);

test(
  isRoot
    ? "a volume takes over the databases, shares blocks and is mounted again after a restart of the machine"
    : "a normal user is told that only root can make a volume",
  async () => {
    const folder = newFolder();
    const options = { dataDir: folder.path, sizeBytes: 1024 ** 3, log: () => undefined };
    if (!isRoot) {
      await expect(createVolume(options)).rejects.toMatchObject({
        name: "OperatorError",
        message: expect.stringMatching(/^Only root/),
      });
      return;
    }
    const first = await folder.start();
    await queryOne(first.host.provisionerUrl, "CREATE ROLE kept");
    await expect(createVolume(options)).rejects.toMatchObject({ message: expect.stringMatching(/already running/) });
    await folder.stop();
    await createVolume(options);
    const mountPoint = hostDirectory(folder.state.postgresDirectory);
    const unmount = () => execFileSync("umount", [mountPoint]);
    onTestFinished(async () => {
      await folder.stop();
      unmount();
    });
    const second = await folder.start();
    expect(second.host.sharesBlocks).toBe(true);
    const kept = "SELECT rolname, current_setting('file_copy_method') FROM pg_roles WHERE rolname = 'kept'";
    const expected = { rolname: "kept", current_setting: "clone" };
    expect(await queryOne(second.host.provisionerUrl, kept)).toEqual(expected);
    await folder.stop();
    unmount();
    const third = await folder.start();
    expect(await queryOne(third.host.provisionerUrl, kept)).toEqual(expected);
  },
);

test(
  isRoot
    ? "a data folder on a read-only file system is one sentence"
    : "a data folder of somebody else is one sentence",
  async () => {
    const folder = newFolder();
    if (isRoot) {
      const unmount = mountImage(folder.path, "24M", ["mkfs.ext4", "-q"]);
      onTestFinished(unmount);
      execFileSync("mount", ["-o", "remount,ro", folder.path]);
    } else {
      mkdirSync(folder.path, { mode: 0o500 });
    }
    const reason = isRoot ? "its file system is read-only" : "the user .* can't write to it";
    await expect(folder.start()).rejects.toMatchObject({
      name: "OperatorError",
      message: expect.stringMatching(new RegExp(`^Can't use the data folder ${folder.path}: ${reason}\\.`)),
    });
  },
);

test("if blocks can't be shared, the start gives the remedy", async () => {
  const folder = newFolder();
  mkdirSync(folder.path);
  const { host } = await folder.start();
  const hints = folder.said.filter((line) => line.includes("volume create"));
  expect(hints).toHaveLength(host.sharesBlocks ? 0 : 1);
});
