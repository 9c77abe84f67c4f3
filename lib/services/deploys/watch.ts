import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "@/lib/core/context";
import { type ListDeploysInput, listDeploys } from "./list";
import type { Deploy } from "./resource";

/** The time between two readings of the list, in milliseconds. */
const INTERVAL_MS = 2_000;
/** A watch ends after this time: a member who is still allowed to begins another one. In milliseconds. */
const LONGEST_MS = 600_000;

/**
 * Gives `tell` the deploys of the list, oldest first, then each that is new or has another status, until the signal
 * aborts. Throws the errors of `listDeploys`.
 */
export async function watchDeploys(
  ctx: Context,
  input: ListDeploysInput,
  tell: (deploy: Deploy | null) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const told = new Map<string, Deploy["status"]>();
  const until = performance.now() + LONGEST_MS;
  do {
    const { items } = await listDeploys(ctx, input);
    const changed = items.filter(({ id, status }) => told.get(id) !== status).reverse();
    for (const deploy of changed) {
      told.set(deploy.id, deploy.status);
      await tell(deploy);
    }
    // A reader that is gone is noticed by a write alone.
    if (changed.length === 0) await tell(null);
    await delay(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  } while (!signal.aborted && performance.now() < until);
}
