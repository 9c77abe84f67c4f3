import pg from "pg";
import type { ServiceContext } from "@/lib/runtime";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { publishTable } from "@/lib/services/realtime/changes/tables/publish";
import { createProject } from "@/lib/sign-in/projects/create";
import { ApiCaller } from "../api";
import type { CleanUp } from "../clean-up";
import { untilReady } from "../creation";
import type { BenchService } from "../service";

/** A project's database whose changes are measured, in this process. */
export interface Followed {
  ctx: ServiceContext;
  organisationId: string;
  projectId: string;
  database: { id: string; hostId: string };
  connectionString: string;
  /** A session as the customer's programs have it. */
  customer: pg.Client;
  /** A session of the superuser on the same cluster. */
  superuser: pg.Client;
  publish(table: string, audience: string): Promise<void>;
}

/** A new database of a new project. */
export async function followDatabase(cleanUp: CleanUp, service: BenchService, ctx: ServiceContext): Promise<Followed> {
  const { organisationId, superuser } = service;
  const api = await ApiCaller.withKeys(service, 4);
  const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name: "followed" });
  await untilReady(service, id);
  const path = `/api/v1/databases/${id}/connection-string`;
  const { connectionString } = await api.call<{ connectionString: string }>("GET", path);
  const { id: projectId } = await createProject(ctx, { organisationId, name: "Followed", settings: {} });
  await service.control.query("UPDATE project SET tier = 'team' WHERE id = $1", [projectId]);
  await setProjectDatabase(ctx, { organisationId, projectId, databaseId: id });
  const customer = new pg.Client({ connectionString });
  await customer.connect();
  cleanUp.add(() => customer.end());
  const { hostId } = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { hostId: true } });
  return {
    ...{ ctx, organisationId, projectId, database: { id, hostId }, connectionString, customer, superuser },
    publish: async (table, audience) => void (await publishTable(ctx, { projectId, table, audience })),
  };
}
