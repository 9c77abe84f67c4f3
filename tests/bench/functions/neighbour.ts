import { setTimeout as delay } from "node:timers/promises";
import { type LoadRequest, runLoad } from "../load-job";
import { treeOf } from "../memory";
import { COMPARED, goal, milliseconds, type Table, times } from "../report";
import { median } from "../statistics";
import type { App, Project } from "./app";

const AT_LEAST = 0.8;
const P99_AT_MOST = 2;
const LATE_MILLISECONDS = 1_000;
/** The longest time for which the smallest plan lets a call go on, in milliseconds. */
const WALL_MILLISECONDS = 10_000;
const LOOP = "export default { fetch() { for (;;); } };";

/** Endless loops of one project, one after the other, beside calls of others. */
export async function neighbourTable(app: App, neighbours: readonly Project[], rounds: number): Promise<Table> {
  const attacker = await app.newProject("free");
  const requests: LoadRequest[] = Array.from({ length: 16 }, (_, index) => {
    const { id, key } = neighbours[index % neighbours.length] as Project;
    return { path: `/f/${id}/hello`, headers: { authorization: `Bearer ${key}` }, expected: "hello" };
  });
  const load = (seconds: number) => runLoad({ url: app.contentUrl, requests, connections: 16, seconds });
  await load(2);
  const [alone, beside, late]: [Awaited<ReturnType<typeof load>>[], Awaited<ReturnType<typeof load>>[], number[]] = [
    ...[[], [], []],
  ] as never;
  for (let round = 0; round < rounds; round += 1) {
    await untilAllowed();
    alone.push(await load(8));
    await attacker.deploy(`loop-${round}`, LOOP);
    const looping = timeOfLoop(app, attacker, `loop-${round}`);
    await delay(500);
    beside.push(await load(8));
    late.push((await looping) - WALL_MILLISECONDS);
  }
  const rate = median(beside.map(({ perSecond }) => perSecond)) / median(alone.map(({ perSecond }) => perSecond));
  const [before, during] = [median(alone.map(({ p99 }) => p99)), median(beside.map(({ p99 }) => p99))];
  const told = (sides: typeof alone) => `${Math.round(median(sides.map(({ perSecond }) => perSecond)))}/s`;
  const worst = Math.max(...late);
  return {
    title: `FN-01: an endless loop beside calls of other projects over 16 connections, ${rounds} rounds of 8 s`,
    columns: COMPARED.map((name) =>
      name === "Bare" ? "Without the loop" : name === "Ours" ? "Beside the loop" : name,
    ),
    rows: [
      ["calls answered", told(beside), told(alone), times(rate), ...goal(rate, AT_LEAST, "≥")],
      [
        "p99",
        milliseconds(during),
        milliseconds(before),
        times(during / before),
        ...goal(during / before, P99_AT_MOST, "≤"),
      ],
      [
        ...["the loop's end after its 10 s, at the latest", milliseconds(worst), "–", "–"],
        ...[`≤ ${LATE_MILLISECONDS} ms`, worst <= LATE_MILLISECONDS ? "yes" : "no"],
      ],
    ],
  };
}

/** The neighbours' plan allows each of them 6,000 calls a minute, of which a round makes about half. */
const untilAllowed = () => delay(60_000);

/** Returns how long the loop's process was there after the call was sent, in milliseconds. */
async function timeOfLoop(app: App, project: Project, name: string): Promise<number> {
  const before = new Set(treeOf(app.pid).map(({ pid }) => pid));
  const startedAt = performance.now();
  const answer = await project.ask("POST", `/${name}/invoke`, {});
  if (answer.status !== 504) throw new Error(`The loop was answered ${answer.status}: ${await answer.text()}`);
  while (treeOf(app.pid).some(({ pid }) => !before.has(pid))) await delay(10);
  return performance.now() - startedAt;
}
