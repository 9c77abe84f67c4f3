import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DataFolder, queryOne } from "@/tests/support/data-folder";

const folder = new DataFolder();
afterAll(() => folder.remove());

/** Installs the PostgreSQL that the data folder's servers run, in a place of its own and with a `pg_config`. */
function installBeside(version: string): string {
  const binaries = join(folder.state.postgresDirectory, "binaries");
  const root = join(folder.parent, "postgresql");
  execFileSync("cp", ["-a", join(binaries, readdirSync(binaries)[0] ?? ""), root]);
  const folders = ["bin", "lib", "lib/postgresql", "share/postgresql"].map((name) => join(root, name));
  const script = ["#!/bin/sh", ...[`PostgreSQL ${version}`, ...folders].map((line) => `echo '${line}'`)];
  writeFileSync(join(root, "bin", "pg_config"), script.join("\n"), { mode: 0o755 });
  return join(root, "bin");
}

function runningProgram(postmasterPid: number): string {
  return readFileSync(`/proc/${postmasterPid}/cmdline`, "utf8").split("\0")[0] ?? "";
}

test("an installed PostgreSQL takes over the clusters of the packages' one, and gives them back", async () => {
  const first = await folder.start();
  await queryOne(first.controlUrl, "CREATE TABLE kept AS SELECT 7 AS number");
  const packaged = runningProgram(first.control.postmasterPid);
  await folder.stop();

  const postgresBin = installBeside("18.9");
  const second = await folder.start({ postgresBin });
  expect(await queryOne(second.controlUrl, "SELECT number FROM kept")).toEqual({ number: 7 });
  for (const { postmasterPid } of [second.control, second.host]) {
    expect(runningProgram(postmasterPid)).toMatch(/\/binaries\/18\.9-[0-9a-f]+\/bin\/postgres$/);
  }
  await folder.stop();

  const third = await folder.start();
  expect(await queryOne(third.controlUrl, "SELECT number FROM kept")).toEqual({ number: 7 });
  expect(runningProgram(third.control.postmasterPid)).toBe(packaged);
});
