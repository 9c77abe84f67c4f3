import { rm } from "node:fs/promises";
import { ApiCaller } from "../api";
import type { CleanUp } from "../clean-up";
import { untilReady } from "../creation";
import { KillableService } from "../faults/service";
import { openStage, type Stage } from "../faults/stage";
import { insertOrganisation, newDatabaseId } from "../rows";

/** A plan allows 200, and the runs that are measured need some. */
const DATABASES_OF_ORGANISATION = 150;
/** As many operations as the worker has places for. */
const AT_ONCE = 6;

/** Starts the service on a data folder, a new one or that of a service which has stopped. */
export async function openService(cleanUp: CleanUp, folder: string): Promise<{ stage: Stage; seconds: number }> {
  await rm(`${folder}/service.log`, { force: true });
  const startedAt = performance.now();
  const service = await KillableService.start(cleanUp, folder);
  const seconds = (performance.now() - startedAt) / 1_000;
  const stage = await openStage(cleanUp, service);
  await stage.control.query("UPDATE host SET capacity = 1000000");
  return { stage, seconds };
}

/** Creates databases by the API until there are so many, in organisations of their own. */
export async function fillUp({ control, service, organisationId: like }: Stage, databases: number): Promise<void> {
  const { rows } = await control.query<{ count: number }>("SELECT count(*)::int AS count FROM database");
  let left = databases - (rows[0]?.count ?? 0);
  while (left > 0) {
    const organisationId = await insertOrganisation(control, like);
    const called = { baseUrl: service.baseUrl, control, organisationId };
    const count = Math.min(DATABASES_OF_ORGANISATION, left);
    let begun = 0;
    const clients = Array.from({ length: AT_ONCE }, async () => {
      const api = await ApiCaller.withKeys(called, DATABASES_OF_ORGANISATION);
      while (begun < count) {
        begun += 1;
        const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name: newDatabaseId().slice(3) });
        await untilReady(called, id);
      }
    });
    await Promise.all(clients);
    left -= count;
  }
}
