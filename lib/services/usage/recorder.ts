import type { Logger } from "pino";
import type { Database } from "@/lib/core/db/client";
import { DelayedWrites } from "@/lib/core/delayed-writes";
import type { Clock } from "@/lib/core/ports/clock";
import { HOUR_MS, type Metric } from "./metrics";

interface Use {
  projectId: string;
  metric: Metric;
  /** The function of an invocation. */
  name?: string;
  /** In the metric's unit. */
  amount?: number;
  /** The number of uses, unless one. */
  count?: number;
}

interface Sum {
  projectId: string;
  hour: string;
  metric: Metric;
  name: string;
  count: number;
  amount: number;
}

/**
 * Adds up the usage of projects in memory, and writes the sums in one statement every ten seconds and at the end, so
 * that no request waits for it. A crash loses at most one interval.
 */
export class UsageRecorder {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #writes: DelayedWrites;
  #sums = new Map<string, Sum>();

  constructor(db: Database, log: Logger, clock: Clock, intervalMs = 10_000) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
    this.#writes = new DelayedWrites(intervalMs, () => this.#write());
  }

  record({ projectId, metric, name = "", amount = 0, count = 1 }: Use): void {
    const hour = new Date(Math.floor(this.#clock.now().getTime() / HOUR_MS) * HOUR_MS).toISOString();
    this.#add({ projectId, hour, metric, name, count, amount: Math.round(amount) });
    this.#writes.soon();
  }

  /** Writes the sums. Logs a failure and keeps them for the next time. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #add(use: Sum): void {
    const key = [use.projectId, use.hour, use.metric, use.name].join(" ");
    const sum = this.#sums.get(key);
    if (!sum) this.#sums.set(key, use);
    else Object.assign(sum, { count: sum.count + use.count, amount: sum.amount + use.amount });
  }

  async #write(): Promise<void> {
    if (this.#sums.size === 0) return;
    const sums = [...this.#sums.values()];
    this.#sums = new Map();
    try {
      await this.#insert(sums);
    } catch (error) {
      this.#log.warn({ err: error, sums: sums.length }, "could not write the usage of projects");
      for (const sum of sums) this.#add(sum);
      this.#writes.soon();
    }
  }

  /** The order of the rows keeps processes that write at the same moment from a deadlock; purged projects are left out. */
  async #insert(sums: readonly Sum[]): Promise<void> {
    await this.#db.$executeRaw`
      insert into usage_hour (project_id, hour, metric, name, count, amount)
      select used.project_id, used.hour, used.metric, used.name, used.count, used.amount
      from unnest(
        ${sums.map(({ projectId }) => projectId)}::text[], ${sums.map(({ hour }) => hour)}::timestamptz[],
        ${sums.map(({ metric }) => metric)}::text[], ${sums.map(({ name }) => name)}::text[],
        ${sums.map(({ count }) => count)}::bigint[], ${sums.map(({ amount }) => amount)}::bigint[]
      ) as used (project_id, hour, metric, name, count, amount)
      join project on project.id = used.project_id
      order by used.project_id, used.hour, used.metric, used.name
      on conflict (project_id, hour, metric, name)
      do update set count = usage_hour.count + excluded.count, amount = usage_hour.amount + excluded.amount`;
  }
}
