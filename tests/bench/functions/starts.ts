import { join } from "node:path";
import { proportionalSetSize, treeOf } from "../memory";
import { COMPARED, comparisonRow, milliseconds, type Table } from "../report";
import { alternate, median, timed } from "../statistics";
import type { App, Project } from "./app";
import { startDeno, startWorkerd } from "./sides";

const AT_MOST = 1.5;
const DEPLOY_MILLISECONDS = 1_000;
const IDLE_MEBIBYTES = 15;

/** From a call of a function that doesn't run to its answer, beside the engine's own start to its first answer. */
export async function coldTable(project: Project, folder: string, rounds: number): Promise<Table> {
  let made = 0;
  // Its variables have changed, so that the next call needs a process of its own.
  const change = async () => {
    made += 1;
    const changed = await project.ask("PATCH", "/hello", { env: { ROUND: String(made) } });
    if (!changed.ok) throw new Error(`A change was answered ${changed.status}: ${await changed.text()}`);
  };
  const ours = async () => {
    await change();
    return timed(async () => requireHello(await project.ask("POST", "/hello/invoke", {})));
  };
  const bare = async () => {
    let stop = async () => {};
    const time = await timed(async () => {
      ({ stop } = await startWorkerd(join(folder, "bare")));
    });
    await stop();
    return time;
  };
  const deno = async () => {
    const startedAt = performance.now();
    const started = await startDeno(folder);
    const time = performance.now() - startedAt;
    await started?.stop();
    return time;
  };
  await ours();
  await bare();
  await deno();
  const beside = await alternate(rounds, { ours, bare });
  const besideDeno = await alternate(rounds, { ours, bare: deno });
  return {
    title: `First answer of a function that doesn't run, by the API (${rounds} runs each)`,
    columns: COMPARED,
    rows: [
      comparisonRow("beside a bare workerd at a Unix socket", beside, AT_MOST),
      comparisonRow("beside `deno serve`", besideDeno, null),
    ],
  };
}

export async function deployTable(project: Project, rounds: number): Promise<Table> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const text = `hello ${round}`;
    const startedAt = performance.now();
    await project.deploy("changing", `export default { fetch() { return new Response("${text}"); } };`);
    const answer = await (await project.ask("POST", "/changing/invoke", {})).text();
    times.push(performance.now() - startedAt);
    if (answer !== text) throw new Error(`The new version answers ${answer}.`);
  }
  const value = median(times);
  const spread = `${milliseconds(Math.min(...times))}–${milliseconds(Math.max(...times))}`;
  return {
    title: "From sending a deployment to the first answer of the new version",
    columns: ["What", "Median", "Least and most", "Goal", "Met"],
    rows: [
      [
        ...[`one file (${rounds} runs)`, milliseconds(value), spread],
        ...[`≤ ${DEPLOY_MILLISECONDS} ms`, value <= DEPLOY_MILLISECONDS ? "yes" : "no"],
      ],
    ],
  };
}

/** Measures the memory of the processes of functions, each with its sandbox, beside an engine without either. */
export async function memoryTable(app: App, miniflarePid: number, folder: string): Promise<Table> {
  const below = treeOf(app.pid).slice(1);
  const parents = new Set(below.map(({ pid }) => pid));
  const count = below.filter(({ pid }) => treeOf(pid).length === 1).length;
  const bytes = [...parents].reduce((sum, pid) => sum + proportionalSetSize(pid), 0);
  const bare = await startWorkerd(join(folder, "bare"));
  const deno = await startDeno(folder);
  const rows: [string, number, number | null][] = [
    [`a function that is idle, of ${count}`, bytes / count, IDLE_MEBIBYTES],
    ["a bare workerd", proportionalSetSize(bare.pid), null],
    [
      "miniflare, with its workerd",
      treeOf(miniflarePid).reduce((sum, { pid }) => sum + proportionalSetSize(pid), 0),
      null,
    ],
    ...(deno ? [["`deno serve`", proportionalSetSize(deno.pid), null] as [string, number, null]] : []),
  ];
  await bare.stop();
  await deno?.stop();
  return {
    title: "Memory of an idle function, as proportional set size",
    columns: ["What", "Memory", "Goal", "Met"],
    rows: rows.map(([what, size, limit]) => {
      const mebibytes = size / 1_048_576;
      const met = limit === null ? ["none", "–"] : [`≤ ${limit} MiB`, mebibytes <= limit ? "yes" : "no"];
      return [what, `${mebibytes.toFixed(1)} MiB`, ...met];
    }),
  };
}

async function requireHello(answer: Response): Promise<void> {
  const text = await answer.text();
  if (text !== "hello") throw new Error(`A function was answered ${answer.status}: ${text}`);
}
