import { parseArgs } from "node:util";
import { withCleanUp } from "./clean-up";
import { importTable } from "./console/import";
import { consolePages } from "./console/pages";
import { seedProject } from "./console/seed";
import { openBrowser, signIn } from "./dashboard/browser";
import { answerTable, browserTables } from "./dashboard/page-tables";
import { Probe } from "./dashboard/probe";
import { fileSystemOf, machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const [ROUNDS, ANSWERS] = quick ? [2, 5] : [5, 20];
const SIZE = quick ? { users: 10_000, events: 100_000 } : { users: 1_000_000, events: 10_000_000 };
const IMPORTED = quick ? 10_000 : 100_000;

const facts: Record<string, string> = {
  ...machineFacts(),
  Project: `${SIZE.users.toLocaleString("en")} users, ${SIZE.events.toLocaleString("en")} events of 90 days`,
};
const report = { heading: "Sign-in console", command: "npm run bench -- console", facts, tables: await measure() };
printReport(report);
if (!quick) writeReport(report);

function measure(): Promise<Table[]> {
  return withCleanUp(async (cleanUp) => {
    const service = await startService(cleanUp, await temporaryFolder(cleanUp));
    facts.PostgreSQL = service.postgresVersion;
    facts["File system"] = fileSystemOf(service.dataDirectory);
    const pages = consolePages(service.organisationId, await seedProject(service, SIZE));
    const origin = service.firstRun.COPPICE_URL ?? "";
    const context = await openBrowser(cleanUp);
    facts.Browser = `Chromium ${context.browser()?.version()}, headless, drawn by the processor`;
    await signIn(context, origin, service.firstRun);
    const answers = await answerTable(context, origin, pages, ANSWERS);
    const [page] = context.pages();
    if (!page) throw new Error("The browser has no page.");
    const tables = await browserTables(await Probe.of(page, origin), pages, ROUNDS);
    return [answers, ...tables, await importTable(service, IMPORTED)];
  });
}
