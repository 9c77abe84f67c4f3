import { parseArgs } from "node:util";
import { WORKER } from "@/lib/core/access/service-actor";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime, type ServiceContext } from "@/lib/runtime";
import { type CleanUp, withCleanUp } from "./clean-up";
import { fileSystemOf, machineFacts } from "./machine";
import { type App, startApp } from "./realtime/app";
import { crowdTable } from "./realtime/crowd";
import { deliveryTable } from "./realtime/delivery";
import { fanOutTable } from "./realtime/fan-out";
import { followDatabase } from "./realtime/followed";
import { idleTable } from "./realtime/idle";
import { insertsTable } from "./realtime/inserts";
import { policiesTable } from "./realtime/policies";
import { startNchan, startSocketIo } from "./realtime/sides";
import { signInsTable } from "./realtime/sign-ins";
import { printReport, type Table, writeReport } from "./report";
import { type BenchService, startService, temporaryFolder } from "./service";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 2 : 7;
const SECONDS = quick ? 2 : 5;

const facts = machineFacts();
const report = { heading: "Realtime", command: "npm run bench -- realtime", facts, tables: await withCleanUp(measure) };
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const folder = await temporaryFolder(cleanUp);
  const service = await startService(cleanUp, folder);
  facts.PostgreSQL = service.postgresVersion;
  facts["File system"] = fileSystemOf(service.dataDirectory);
  const runtime = createRuntime(readEnvironment({ ...service.variables, LOG_LEVEL: "error" }));
  cleanUp.add(() => runtime.close());
  const ctx = runtime.context({ actor: WORKER, requestId: "req_bench" });
  const made = { service, ctx };
  const app = await startApp(cleanUp, "Room", made);
  const others = [await startSocketIo(cleanUp), await startNchan(cleanUp, folder)];
  const signInApps = [
    {
      what: "passed on by the web process, as `npm start` does",
      app: await startApp(cleanUp, "Behind the web process", { ...made, isBehindWeb: true }),
    },
    { what: "at a process of their own", app },
  ];
  return [
    // In a process that has done nothing yet.
    await crowdTable(cleanUp, await startApp(cleanUp, "Crowd", made), quick ? 2_000 : 10_000, ROUNDS),
    await fanOutTable(
      cleanUp,
      [app, ...others.flatMap((side) => side ?? [])],
      quick ? { rounds: 2, messages: 100 } : { rounds: 5, messages: 400 },
    ),
    await signInsTable(cleanUp, ctx, signInApps, quick ? { rounds: 1, seconds: 5 } : { rounds: 3, seconds: 10 }),
    ...(await changeTables(cleanUp, made, app)),
  ];
}

async function changeTables(
  cleanUp: CleanUp,
  { service, ctx }: { service: BenchService; ctx: ServiceContext },
  app: App,
): Promise<Table[]> {
  const followed = await followDatabase(cleanUp, service, ctx);
  return [
    await insertsTable(followed, ROUNDS, SECONDS),
    await policiesTable(followed, ROUNDS),
    await deliveryTable(cleanUp, followed, app, quick ? 5 : 30),
    await idleTable(followed, quick ? 5 : 30),
  ];
}
