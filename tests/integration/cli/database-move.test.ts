import { afterAll, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { runCommand } from "@/tests/support/command-line";
import { openTwoHosts } from "@/tests/support/two-hosts";

const hosts = await openTwoHosts();
afterAll(() => hosts.close());

const ctx = hosts.operator as ServiceContext;
const run = (...args: string[]) => runCommand({ ctx }, "db", "move", ...args);

it("moves a database to the named host, and says for how long clients were refused", async () => {
  const id = await hosts.make("by-command");
  const moved = await run(id, "--host", "other");
  expect(moved).toMatchObject({ exitCode: 0 });
  expect(moved.stderr).toBe(`Moves ${id} to other. Its clients are refused while it's copied.\n`);
  expect(moved.stdout).toMatch(
    new RegExp(`^Moved by-command \\(${id}\\) to other\\. Its clients were refused for \\d+\\.\\d s\\.\n`),
  );
  expect(moved.stdout).toContain("new address and the same password");
  expect(await hosts.hostOf(id)).toBe(hosts.otherId);
  expect((await run(id, "--host", hosts.service.hostId, "--json")).json()).toMatchObject({ host: "embedded" });
  expect(await hosts.hostOf(id)).toBe(hosts.service.hostId);
});

it("a database or a host that isn't there is not found, and a host must be named", async () => {
  const id = await hosts.make("not-moved");
  const missing = { exitCode: 1, stderr: expect.stringContaining('error: No host has the ID or name "nowhere".\n') };
  expect(await run(id, "--host", "nowhere")).toMatchObject(missing);
  const unknown = await run("db_00000000000000000000", "--host", "other");
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("error: Database not found.\n") });
  expect(await run(id)).toMatchObject({ exitCode: 2 });
  await hosts.expectUntouched(id);
});
