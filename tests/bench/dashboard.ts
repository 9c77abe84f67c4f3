import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium } from "@playwright/test";
import { type CleanUp, withCleanUp } from "./clean-up";
import { type BenchPage, benchPages } from "./dashboard/pages";
import { type Cost, Probe } from "./dashboard/probe";
import { fileSystemOf, machineFacts } from "./machine";
import { milliseconds, printReport, type Table, writeReport } from "./report";
import { insertDatabaseRows, insertSamples, insertSurroundings } from "./rows";
import { type BenchService, startService, temporaryFolder } from "./service";
import { median, quantile, timed } from "./statistics";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 2 : 5;
const ANSWERS = quick ? 10 : 20;
const DATABASES = 10_000;
/** A page is usable within this. */
const USABLE_MS = 300;

const facts = machineFacts();
const report = { heading: "Dashboard", command: "npm run bench -- dashboard", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    const pages = benchPages(service.organisationId, await seed(service));
    const origin = service.firstRun.COPPICE_URL ?? "";
    const context = await openBrowser(cleanUp);
    facts.Browser = `Chromium ${context.browser()?.version()}`;
    await signIn(context, origin, service.firstRun);
    const answers = await answerTable(context, origin, pages);
    const [page] = context.pages();
    if (!page) throw new Error("The browser has no page.");
    const probe = await Probe.of(page, origin);
    return [answers, ...(await browserTables(probe, pages))];
  });
}

/** 10,000 databases that are rows alone, and the newest of all, which is one; answers its id. */
async function seed({ baseUrl, control, organisationId, firstRun }: BenchService): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/databases`, {
    method: "POST",
    headers: { authorization: `Bearer ${firstRun.COPPICE_MANAGEMENT_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "measured" }),
  });
  if (!answer.ok) throw new Error(`No database was made: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: string };
  await insertSurroundings(control, organisationId, await insertDatabaseRows(control, organisationId, DATABASES));
  await insertSamples(control, id);
  await control.query("UPDATE database SET created_at = now() + interval '1 hour' WHERE id = $1", [id]);
  for (;;) {
    const { rows } = await control.query<{ status: string }>("SELECT status FROM database WHERE id = $1", [id]);
    if (rows[0]?.status === "ready") return id;
    if (rows[0]?.status !== "provisioning") throw new Error("The database was not made.");
  }
}

async function openBrowser(cleanUp: CleanUp): Promise<BrowserContext> {
  const browser = await chromium.launch({ executablePath: readFileSync(".setup/chromium", "utf8") });
  cleanUp.add(() => browser.close());
  return browser.newContext({ viewport: { width: 1280, height: 800 } });
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
    // The last page is of a database, and leads to its first by way of the navigation.
    for (const page of pages) keep(links, page, round, await probe.follow(page));
  }
  return [
    tableOf(`A whole document, cache warm, of ${ROUNDS}`, pages, loads),
    tableOf(`By its link from another page, of ${ROUNDS}`, pages, links),
  ];
}

function keep(costs: Map<string, Cost[]>, { name }: BenchPage, round: number, cost: Cost): void {
  if (round > 0) costs.set(name, [...(costs.get(name) ?? []), cost]);
}

function tableOf(title: string, pages: readonly BenchPage[], costs: Map<string, Cost[]>): Table {
  return {
    title,
    columns: ["Page", "Usable after", "Main thread", "of it scripts", "Goal", "Met"],
    rows: pages.map(({ name }) => {
      const taken = costs.get(name) ?? [];
      const usable = taken.map((cost) => cost.usable);
      const middle = median(usable);
      const range = `${Math.round(Math.min(...usable))}–${Math.round(Math.max(...usable))}`;
      const [task, script] = [median(taken.map((cost) => cost.task)), median(taken.map((cost) => cost.script))];
      const met = middle <= USABLE_MS ? "yes" : "no";
      return [
        name,
        `${milliseconds(middle)} (${range})`,
        milliseconds(task),
        milliseconds(script),
        `≤ ${USABLE_MS} ms`,
        met,
      ];
    }),
  };
}

function note(text: string): void {
  process.stderr.write(`measuring ${text} …\n`);
}
