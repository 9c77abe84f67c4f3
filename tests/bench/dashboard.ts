import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "@playwright/test";
import { type CleanUp, withCleanUp } from "./clean-up";
import { pasteTable, scrollTable } from "./dashboard/grid";
import { type BenchPage, benchPages } from "./dashboard/pages";
import { type Cost, Probe } from "./dashboard/probe";
import { seed } from "./dashboard/seed";
import { fileSystemOf, machineFacts } from "./machine";
import { milliseconds, printReport, type Table, writeReport } from "./report";
import { type BenchService, startService, temporaryFolder } from "./service";
import { median, quantile, timed } from "./statistics";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 2 : 5;
const ANSWERS = quick ? 10 : 20;
/** A page is usable within this. */
const [DOCUMENT_MS, LINK_MS] = [300, 120];

const facts = machineFacts();
const report = { heading: "Dashboard", command: "npm run bench -- dashboard", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    const seeded = await seed(service);
    const pages = benchPages(service.organisationId, seeded.databaseId);
    const origin = service.firstRun.COPPICE_URL ?? "";
    const context = await openBrowser(cleanUp);
    facts.Browser = `Chromium ${context.browser()?.version()}, headless, drawn by the processor`;
    await signIn(context, origin, service.firstRun);
    const answers = await answerTable(context, origin, pages);
    const [page] = context.pages();
    if (!page) throw new Error("The browser has no page.");
    const probe = await Probe.of(page, origin);
    const costs = await browserTables(probe, pages);
    const home = `${origin}/dashboard/${service.organisationId}/databases/${seeded.databaseId}`;
    const grid = { page, home, rounds: ROUNDS, ...seeded };
    return [answers, ...costs, await scrollTable(grid), await pasteTable(grid)];
  });
}

async function openBrowser(cleanUp: CleanUp): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: readFileSync(".setup/chromium", "utf8") });
  cleanUp.add(() => browser.close());
  const permissions = ["clipboard-read", "clipboard-write"];
  return browser.newContext({ viewport: { width: 1280, height: 800 }, permissions });
}

async function signIn(context: BrowserContext, origin: string, firstRun: BenchService["firstRun"]): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/dashboard`);
  await page.getByLabel("Email address").fill(firstRun.COPPICE_OWNER_EMAIL ?? "");
  await page.getByLabel("Password", { exact: true }).fill(firstRun.COPPICE_OWNER_PASSWORD ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/org_/);
}

/** From the request to the last byte, without a browser. */
async function answerTable(context: BrowserContext, origin: string, pages: readonly BenchPage[]): Promise<Table> {
  const cookie = (await context.cookies(origin)).map(({ name, value }) => `${name}=${value}`).join("; ");
  const rows: string[][] = [];
  for (const { name, path } of [...pages, { name: "Databases, a search", path: `${databasesOf(pages)}?search=777` }]) {
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
    for (let i = 0; i < ANSWERS; i++) times.push(await timed(ask));
    const kilobytes = `${Math.round(Buffer.byteLength(text) / 1_000)} kB`;
    rows.push([name, milliseconds(median(times)), milliseconds(quantile(times, 0.95)), kilobytes]);
  }
  return {
    title: `The server's answer, last byte, of ${ANSWERS} one after the other`,
    columns: ["Page", "Median", "p95", "Document, not compressed"],
    rows,
  };
}

function databasesOf(pages: readonly BenchPage[]): string {
  return pages.find(({ name }) => name === "Databases")?.path ?? "";
}

async function browserTables(probe: Probe, pages: readonly BenchPage[]): Promise<Table[]> {
  const loads = new Map<string, Cost[]>();
  const links = new Map<string, Cost[]>();
  // The first round fills the cache.
  for (let round = 0; round <= ROUNDS; round++) {
    note(`round ${round} of ${ROUNDS}`);
    for (const page of pages) keep(loads, page, round, await probe.load(page));
    for (const page of pages) keep(links, page, round, await probe.follow(page));
  }
  return [
    tableOf(`A whole document, cache warm, of ${ROUNDS}`, pages, loads, DOCUMENT_MS),
    tableOf(`By its link from another page, of ${ROUNDS}`, pages, links, LINK_MS),
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
