import { parseArgs } from "node:util";
import { WORKER } from "@/lib/core/access/service-actor";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime } from "@/lib/runtime";
import { type CleanUp, withCleanUp } from "./clean-up";
import { startApp } from "./functions/app";
import { neighbourTable } from "./functions/neighbour";
import { queryTable } from "./functions/queries";
import { HELLO, startDeno, startMiniflare } from "./functions/sides";
import { coldTable, deployTable, memoryTable } from "./functions/starts";
import { warmTable } from "./functions/warm";
import { machineFacts } from "./machine";
import { printReport, type Table, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 1 : 5;
const STARTS = quick ? 3 : 15;
/** Each is allowed 6,000 calls a minute. */
const PROJECTS = 8;

const facts = machineFacts();
const report = {
  heading: "Functions",
  command: "npm run bench -- functions",
  facts,
  tables: await withCleanUp(measure),
};
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const folder = await temporaryFolder(cleanUp);
  const service = await startService(cleanUp, folder);
  facts.PostgreSQL = service.postgresVersion;
  const runtime = createRuntime(readEnvironment({ ...service.variables, LOG_LEVEL: "error" }));
  cleanUp.add(() => runtime.close());
  const app = await startApp(cleanUp, service, runtime.context({ actor: WORKER, requestId: "req_bench" }));
  const miniflare = await startMiniflare(cleanUp, folder);
  const deno = await startDeno(folder);
  cleanUp.add(async () => deno?.stop());
  facts.Deno = deno === null ? "not there" : "by its npm package";
  const projects = [];
  for (let made = 0; made < PROJECTS; made += 1) {
    const project = await app.newProject();
    await project.deploy("hello", HELLO);
    await (await project.ask("POST", "/hello/invoke", {})).text();
    projects.push(project);
  }
  const memory = await memoryTable(app, miniflare.pid, folder);
  const own = await app.newProject();
  await own.deploy("hello", HELLO);
  return [
    await warmTable(app, projects, { miniflare, deno }, ROUNDS, quick ? 1 : 3),
    await coldTable(own, folder, STARTS),
    memory,
    await deployTable(own, quick ? 3 : 10),
    await neighbourTable(app, projects, quick ? 1 : 3),
    await queryTable(app, service, quick ? 2 : 7),
  ];
}
