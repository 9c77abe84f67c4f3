import pg from "pg";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import type { ChangeSink } from "@/lib/services/realtime/changes/feed/subscription";
import { publishTable } from "@/lib/services/realtime/changes/tables/publish";
import { createProject } from "@/lib/sign-in/projects/create";
import type { WorkerHostCluster } from "./clusters";
import { random, type TestOrganisation } from "./context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "./databases";

export interface TestRealtime {
  service: HostingService;
  organisation: TestOrganisation;
  owner: Context;
  projectId: string;
  databaseId: string;
  server(scope?: ServerKeyScope): Promise<Context>;
  publish(table: string, audience: string): ReturnType<typeof publishTable>;
  /** As the customer, past the service. */
  run<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** A session of the customer's that stays open until the end of the tests. */
  session(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** A project with a database of its own on the worker's real cluster. */
export async function openRealtime(own?: WorkerHostCluster): Promise<TestRealtime> {
  const service = await openHostingService(own);
  const organisation = await service.organisation();
  return { ...(await addRealtimeProject(service, organisation)), close: () => service.close() };
}

export async function addRealtimeProject(
  service: HostingService,
  organisation: TestOrganisation,
): Promise<Omit<TestRealtime, "close">> {
  const owner = await service.context(organisation.member.owner);
  const databaseId = await createReadyDatabase(service, owner.actor);
  const organisationId = organisation.id;
  const name = `App ${createId("request", random).slice(-12)}`;
  const { id: projectId } = await createProject(owner, { organisationId, name, settings: {} });
  await setProjectDatabase(owner, { organisationId, projectId, databaseId });
  const server = (scope: ServerKeyScope = "read-write") =>
    service.context({ kind: "server-key", id: createId("key", random), projectId, scope });
  const url = async () => (await revealConnectionString(owner, { databaseId })).connectionString;
  return {
    ...{ service, organisation, owner, projectId, databaseId, server },
    publish: async (table, audience) => publishTable(await server(), { projectId, table, audience }),
    run: async (text, values = []) =>
      asCustomer(await url(), async (client) => {
        const answer = values.length === 0 ? await client.query(text) : await client.query(text, values);
        return (Array.isArray(answer) ? answer.at(-1) : answer).rows;
      }),
    session: async () => {
      const client = new pg.Client({ connectionString: await url() });
      client.on("error", () => {});
      await client.connect();
      return client;
    },
  };
}

/** The messages to a subscription, in words that a test can compare. */
export interface Told {
  sink: ChangeSink;
  /** Such as `insert {"id":1}`, `delete {"id":1}`, `gap bulk`, `error not_found`, `degraded`. */
  events: string[];
  batches: Parameters<ChangeSink["batch"]>[0][];
  cursors: string[];
}

export function listener(onTold: () => void = () => undefined): Told {
  const told: Omit<Told, "sink"> = { events: [], batches: [], cursors: [] };
  const sink: ChangeSink = {
    batch: (batch) => {
      onTold();
      told.batches.push(batch);
      told.cursors.push(batch.cursor);
      told.events.push(...batch.changes.map((one) => `${one.op} ${JSON.stringify(one.new ?? one.old)}`));
    },
    gap: (reason, cursor) => {
      told.cursors.push(cursor);
      told.events.push(`gap ${reason}`);
    },
    error: (error) => {
      onTold();
      told.events.push(`error ${error.code}`);
    },
    status: (status) => void told.events.push(status),
  };
  return Object.assign(told, { sink });
}
