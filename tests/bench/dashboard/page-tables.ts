import type { BrowserContext } from "@playwright/test";
import { milliseconds, type Table } from "../report";
import { median, quantile, timed } from "../statistics";
import type { BenchPage } from "./pages";
import type { Cost, Probe } from "./probe";

/** A page is usable within this. */
const [DOCUMENT_MS, LINK_MS] = [300, 120];

type Addressed = Pick<BenchPage, "name" | "path">;

/** From the request to the last byte, without a browser. */
export async function answerTable(
  context: BrowserContext,
  origin: string,
  pages: readonly Addressed[],
  answers: number,
): Promise<Table> {
  const cookie = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const rows: string[][] = [];
  for (const { name, path } of pages) {
    note(`answers: ${name}`);
    const ask = async () => {
      const answer = await fetch(origin + path, { headers: { cookie }, redirect: "error" });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}.`);
      return text;
    };
    const text = await ask();
    await ask();
    const times: number[] = [];
    for (let i = 0; i < answers; i++) times.push(await timed(ask));
    const kilobytes = `${Math.round(Buffer.byteLength(text) / 1_000)} kB`;
    rows.push([name, milliseconds(median(times)), milliseconds(quantile(times, 0.95)), kilobytes]);
  }
  return {
    title: `The server's answer, last byte, of ${answers} one after the other`,
    columns: ["Page", "Median", "p95", "Document, not compressed"],
    rows,
  };
}

/** Whole documents of all pages, and the links to those that have one. */
export async function browserTables(probe: Probe, pages: readonly BenchPage[], rounds: number): Promise<Table[]> {
  const linked = pages.filter(({ link }) => link !== "");
  const loads = new Map<string, Cost[]>();
  const links = new Map<string, Cost[]>();
  // The first round fills the cache.
  for (let round = 0; round <= rounds; round++) {
    note(`round ${round} of ${rounds}`);
    for (const page of pages) keep(loads, page, round, await probe.load(page));
    for (const page of linked) keep(links, page, round, await probe.follow(page));
  }
  return [
    tableOf(`A whole document, cache warm, of ${rounds}`, pages, loads, DOCUMENT_MS),
    tableOf(`By its link from another page, of ${rounds}`, linked, links, LINK_MS),
  ];
}

function keep(costs: Map<string, Cost[]>, { name }: BenchPage, round: number, cost: Cost): void {
  if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
}

function tableOf(title: string, pages: readonly BenchPage[], costs: Map<string, Cost[]>, goalMs: number): Table {
  return {
    title,
    columns: ["Page", "Usable after", "Main thread", "of it scripts", "Goal", "Met"],
    rows: pages.map(({ name }) => {
      const taken = costs.get(name) ?? [];
      const usable = taken.map((cost) => cost.usable);
      const middle = median(usable);
      const range = `${Math.round(Math.min(...usable))}–${Math.round(Math.max(...usable))}`;
      const [task, script] = [median(taken.map((cost) => cost.task)), median(taken.map((cost) => cost.script))];
      const met = middle <= goalMs ? "yes" : "no";
      return [
        name,
        `${milliseconds(middle)} (${range})`,
        milliseconds(task),
        milliseconds(script),
        `≤ ${goalMs} ms`,
        met,
      ];
    }),
  };
}

function note(text: string): void {
  process.stderr.write(`measuring ${text} …\n`);
}
