import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundle } from "@/bin/bundle.mjs";
import { RoleOnDemand } from "@/lib/server/supervise/role-on-demand";

const built = join(process.cwd(), ".setup", "tests", `role-on-demand-${process.pid}`);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "role-on-demand-"));
  await bundle({ role: "tests/support/handed/role.ts" }, built);
});
afterAll(async () => {
  for (const each of [built, folder]) await rm(each, { recursive: true, force: true });
});

/** Asks on a connection of its own. Returns the answer, or the code with which the connection ended. */
function ask(socketPath: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const asked = request({ socketPath, path: "/", agent: false }, (answer) => {
    answer.on("data", (data) => resolve(String(data))).on("error", (error) => resolve(String(error)));
  });
  asked.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "error")).end();
  return promise;
}

async function startRole(name: string) {
  const socketPath = join(folder, `${name}.sock`);
  let child: ChildProcess | undefined;
  const launch = () => {
    child = fork(join(built, "role.js"), []);
    return child;
  };
  const role = new RoleOnDemand({ name, place: { socketPath }, launch, log: pino({ level: "silent" }) });
  await role.start();
  onTestFinished(() => role.stop(1_000));
  return { socketPath, kill: () => child?.kill("SIGKILL") };
}

test("a connection that comes as its process is killed is answered, or ended if the process had it", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { socketPath, kill } = await startRole(`killed-${round}`);
    expect(await ask(socketPath)).toMatch(/^\d+$/);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        if (index === 2 * round) kill();
        return ask(socketPath);
      }),
    );
    expect(answers.filter((answer) => !/^\d+$|^ECONNRESET$|^EPIPE$/.test(answer))).toEqual([]);
  }
});
