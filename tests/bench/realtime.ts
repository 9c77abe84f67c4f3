import { parseArgs } from "node:util";
import pg from "pg";
import { WORKER } from "@/lib/core/access/service-actor";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime } from "@/lib/runtime";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { publishTable } from "@/lib/services/realtime/changes/tables/publish";
import { createProject } from "@/lib/sign-in/projects/create";
import { ApiCaller } from "./api";
import { type CleanUp, withCleanUp } from "./clean-up";
import { untilReady } from "./creation";
import { fileSystemOf, machineFacts } from "./machine";
import { deliveryTable } from "./realtime/delivery";
import type { Followed } from "./realtime/followed";
import { idleTable } from "./realtime/idle";
import { insertsTable } from "./realtime/inserts";
import { policiesTable } from "./realtime/policies";
import { printReport, type Table, writeReport } from "./report";
import { startService, temporaryFolder } from "./service";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const ROUNDS = quick ? 2 : 7;
const SECONDS = quick ? 2 : 5;

const facts = machineFacts();
const report = { heading: "Realtime", command: "npm run bench -- realtime", facts, tables: await withCleanUp(measure) };
printReport(report);
if (!quick) writeReport(report);

async function measure(cleanUp: CleanUp): Promise<Table[]> {
  const service = await startService(cleanUp, await temporaryFolder(cleanUp));
  facts.PostgreSQL = service.postgresVersion;
  facts["File system"] = fileSystemOf(service.dataDirectory);
  const api = await ApiCaller.withKeys(service, 4);
  const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name: "followed" });
  await untilReady(service, id);
  const path = `/api/v1/databases/${id}/connection-string`;
  const { connectionString } = await api.call<{ connectionString: string }>("GET", path);
  const runtime = createRuntime(readEnvironment({ ...service.variables, LOG_LEVEL: "error" }));
  cleanUp.add(() => runtime.close());
  const ctx = runtime.context({ actor: WORKER, requestId: "req_bench" });
  const { organisationId } = service;
  const { id: projectId } = await createProject(ctx, { organisationId, name: "Followed", settings: {} });
  await setProjectDatabase(ctx, { organisationId, projectId, databaseId: id });
  const customer = new pg.Client({ connectionString });
  await customer.connect();
  cleanUp.add(() => customer.end());
  const { hostId } = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { hostId: true } });
  const followed: Followed = {
    ...{ ctx, projectId, database: { id, hostId }, connectionString, customer, superuser: service.superuser },
    publish: async (table, audience) => void (await publishTable(ctx, { projectId, table, audience })),
  };
  return [
    await insertsTable(followed, ROUNDS, SECONDS),
    await policiesTable(followed, ROUNDS, quick ? { users: 10, rows: 50 } : { users: 100, rows: 200 }),
    await deliveryTable(followed, quick ? 5 : 30),
    await idleTable(followed, quick ? 5 : 30),
  ];
}
