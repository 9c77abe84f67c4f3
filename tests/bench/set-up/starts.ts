import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import type { CleanUp } from "../clean-up";
import { median } from "../statistics";
import { measureIdle, type ProcessFigures } from "./idle-memory";

const REST_SECONDS = 60;
const WATCH_SECONDS = 60;

/** `npm start` on a data folder that a first one has made: how long it takes, and its memory at rest. */
export async function secondStart(
  cleanUp: CleanUp,
  checkout: string,
  folder: string,
): Promise<{ seconds: number; idle: ProcessFigures[] }> {
  const first = await start(cleanUp, checkout, folder);
  await first.stop();
  const second = await start(cleanUp, checkout, folder);
  await delay(REST_SECONDS * 1_000);
  const idle = await measureIdle(second.pid, WATCH_SECONDS);
  await second.stop();
  return { seconds: second.seconds, idle };
}

async function start(cleanUp: CleanUp, checkout: string, folder: string) {
  const ports = { PORT: String(await findFreePort([])), COPPICE_CONTENT_PORT: String(await findFreePort([])) };
  const env = { ...process.env, ...ports, COPPICE_DATA_DIR: join(folder, "data") };
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], { cwd: checkout, env, stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  cleanUp.add(stop);
  child.stdout.setEncoding("utf8");
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    if (String(chunk).includes("(Ctrl-C stops it)")) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  child.stdout.resume();
  return { pid: child.pid ?? 0, seconds, stop };
}

/** Returns the median seconds of `coppice --help`. */
export function helpSeconds(checkout: string, times: number): number {
  const seconds = Array.from({ length: times }, () => {
    const startedAt = performance.now();
    const { status } = spawnSync("node", ["bin/coppice.mjs", "--help"], { cwd: checkout, stdio: "ignore" });
    if (status !== 0) throw new Error(`coppice --help ended with ${status}.`);
    return (performance.now() - startedAt) / 1_000;
  });
  return median(seconds);
}
