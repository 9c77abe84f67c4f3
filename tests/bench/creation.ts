import { setTimeout as delay } from "node:timers/promises";
import { ApiCaller, type CalledService } from "./api";
import { BareRecipe } from "./recipe";
import { newDatabaseId } from "./rows";
import type { BenchService } from "./service";
import { alternate, type Comparison, timed } from "./statistics";

/** The time between two looks at the row; the figure is late by this much at most. */
const LOOK_EVERY_MS = 1;
const READY_WITHIN_MS = 20_000;

/** From sending the POST until the row says `ready`, against the recipe by hand, in turn on the same cluster. */
export async function measureCreation(
  service: CalledService & Pick<BenchService, "provisionerUrl">,
  { runs, warmUpRounds }: { runs: number; warmUpRounds: number },
): Promise<Comparison> {
  const api = await ApiCaller.withKeys(service, (runs + warmUpRounds) * 2);
  const recipe = await BareRecipe.connect(service.provisionerUrl);
  const sides = {
    ours: () => createByApi(service, api),
    bare: async () => {
      const id = newDatabaseId();
      const milliseconds = await timed(() => recipe.create(id));
      await recipe.drop(id);
      return milliseconds;
    },
  };
  try {
    await alternate(warmUpRounds, sides);
    return await alternate(runs, sides);
  } finally {
    await recipe.close();
  }
}

async function createByApi(service: CalledService, api: ApiCaller): Promise<number> {
  const startedAt = performance.now();
  const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name: newDatabaseId().slice(3) });
  await untilReady(service, id);
  const milliseconds = performance.now() - startedAt;
  await api.call("DELETE", `/api/v1/databases/${id}`);
  return milliseconds;
}

/** Asks the control plane itself, since asking the API would load the measured service. */
export async function untilReady({ control }: CalledService, id: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  const query = { name: "status", text: "SELECT status FROM database WHERE id = $1", values: [id] };
  while (performance.now() < deadline) {
    const { rows } = await control.query<{ status: string }>(query);
    if (rows[0]?.status === "ready") return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error(`${id} was not ready within ${READY_WITHIN_MS / 1000} s.`);
}
