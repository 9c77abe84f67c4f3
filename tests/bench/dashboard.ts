import { parseArgs } from "node:util";
import { withCleanUp } from "./clean-up";
import { openBrowser, signIn } from "./dashboard/browser";
import { pasteTable, scrollTable } from "./dashboard/grid";
import { answerTable, browserTables } from "./dashboard/page-tables";
import { benchPages } from "./dashboard/pages";
import { Probe } from "./dashboard/probe";
import { seed } from "./dashboard/seed";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 2 : 5;
const ANSWERS = quick ? 10 : 20;

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
    const search = { name: "Databases, a search", path: `/dashboard/${service.organisationId}?search=777` };
    const answers = await answerTable(context, origin, [...pages, search], ANSWERS);
    const [page] = context.pages();
    if (!page) throw new Error("The browser has no page.");
    const probe = await Probe.of(page, origin);
    const costs = await browserTables(probe, pages, ROUNDS);
    const home = `${origin}/dashboard/${service.organisationId}/databases/${seeded.databaseId}`;
    const grid = { page, home, rounds: ROUNDS, ...seeded };
    return [answers, ...costs, await scrollTable(grid), await pasteTable(grid)];
  });
}
