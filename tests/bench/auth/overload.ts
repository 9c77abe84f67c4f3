import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { goal, milliseconds, type Table } from "../report";
import { p95, poissonOffsets, runArrivals, sortArrivals } from "./arrivals-job";
import type { OwnSubject } from "./ours";
import { signInsOf } from "./subject";

const CALM_PER_SECOND = 30;
const CALM_P95_MS = 500;
const OVERLOAD = 3;
const REFUSED_WITHIN_MS = 1_000;
const OVERLOADED_P95_MS = 1_000;
const AT_ONCE = 1_000;
const SAMPLE_EVERY_MS = 20;
/** Hashed all at once, a thousand passwords would take 19 GB. */
const GROWTH_AT_MOST_MIB = 128;

/** Sign-ins that come when they come: as many as the service can do easily, three times its capacity, 1,000 at once. */
export async function overloadTable(ours: OwnSubject, perSecond: number, seconds: number): Promise<Table> {
  const rows = [
    ...(await calmRows(ours, seconds)),
    ...(await overloadRows(ours, Math.round(perSecond * OVERLOAD), seconds)),
    ...(await crowdRows(ours)),
  ];
  return { title: "Sign-ins that do not wait for each other", columns: ["What", "Value", "Goal", "Met"], rows };
}

async function calmRows(ours: OwnSubject, seconds: number): Promise<string[][]> {
  process.stderr.write(`measuring ${CALM_PER_SECOND} sign-ins a second …\n`);
  const { accepted, refused } = await arrive(ours, poissonOffsets(CALM_PER_SECOND, seconds));
  const what = `at ${CALM_PER_SECOND}/s`;
  return [
    [`${what}: accepted, refused`, `${accepted.length}, ${refused.length}`, "none", "–"],
    [`${what}: p95`, milliseconds(p95(accepted)), ...atMost(p95(accepted), CALM_P95_MS)],
  ];
}

async function overloadRows(ours: OwnSubject, perSecond: number, seconds: number): Promise<string[][]> {
  process.stderr.write(`measuring ${perSecond} sign-ins a second …\n`);
  const { accepted, refused } = await arrive(ours, poissonOffsets(perSecond, seconds));
  const slowest = Math.max(0, ...refused);
  const what = `at ${perSecond}/s, ${OVERLOAD} times its capacity`;
  return [
    [`${what}: accepted, refused`, `${accepted.length}, ${refused.length}`, "none", "–"],
    [`${what}: slowest refusal`, milliseconds(slowest), ...atMost(slowest, REFUSED_WITHIN_MS)],
    [`${what}: p95 of the accepted`, milliseconds(p95(accepted)), ...atMost(p95(accepted), OVERLOADED_P95_MS)],
  ];
}

/** The bound here is that of memory. The times include the sender's own, to open a thousand connections. */
async function crowdRows(ours: OwnSubject): Promise<string[][]> {
  process.stderr.write(`measuring ${AT_ONCE} sign-ins at once …\n`);
  await delay(1_000);
  const before = residentMiB(ours.pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMiB(ours.pid));
  }, SAMPLE_EVERY_MS);
  const { accepted, refused } = await arrive(ours, Array(AT_ONCE).fill(0)).finally(() => clearInterval(sampling));
  const what = `${AT_ONCE.toLocaleString("en")} at once`;
  const memory = `${before} MiB before, ${peak} MiB at most`;
  const isBounded = peak - before <= GROWTH_AT_MOST_MIB;
  return [
    [`${what}: accepted, refused`, `${accepted.length}, ${refused.length}`, "none", "–"],
    [`${what}: slowest refusal`, milliseconds(Math.max(0, ...refused)), "none", "–"],
    [`${what}: p95 of the accepted`, milliseconds(p95(accepted)), "none", "–"],
    [`${what}: resident memory`, memory, `≤ ${GROWTH_AT_MOST_MIB} MiB more`, isBounded ? "yes" : "no"],
  ];
}

async function arrive(ours: OwnSubject, offsets: number[]) {
  return sortArrivals(await runArrivals({ url: ours.url, requests: signInsOf(ours), offsets }));
}

function atMost(value: number, limit: number): [string, string] {
  const [text, met] = goal(value, limit, "≤");
  return [text.replace("×", " ms"), met];
}

function residentMiB(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kibibytes) / 1_024);
}
