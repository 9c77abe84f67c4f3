import { setTimeout as delay } from "node:timers/promises";
import type { Context } from "@/lib/core/context";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { toServiceError } from "@/lib/http/to-service-error";
import type { Answer, FaultApi } from "./api";
import { Counts } from "./counts";
import type { Entry, Ledger } from "./ledger";
import type { SeededRandom } from "./random";
import type { Writers } from "./writers";

const WEIGHTS = {
  ...{ create: 25, branch: 18, rotate: 14, delete: 12 },
  ...{ "restore point": 12, restore: 6, "delete restore point": 8, schedule: 5 },
} as const;
type Operation = keyof typeof WEIGHTS;

const PATH = "/api/v1/databases";

export interface Pace {
  clients: number;
  /** Between two operations of a client; together they stay below the limit of an organisation per minute. */
  pauseMilliseconds: readonly [least: number, most: number];
  /** So many databases that a branch finds a parent, so few that it is not the host that is measured. */
  fewest: number;
  /** So few that a plan is never full. */
  most: number;
}

const PACE: Pace = { clients: 4, pauseMilliseconds: [500, 1_800], fewest: 8, most: Number.POSITIVE_INFINITY };

interface Parties {
  api: FaultApi;
  ledger: Ledger;
  writers: Writers;
  random: SeededRandom;
  /** The context of verbs that have no route: those of restore points. */
  ctx: () => Context;
  untilIdle: (entry: Entry) => Promise<void>;
}

/** Clients that create, branch, rotate, delete, take restore points and go back to them, until they are told to stop. */
export class Traffic {
  readonly #with: Parties;
  readonly #pace: Pace;
  readonly counts = new Counts();
  readonly #stop = new AbortController();
  #loops: Promise<void>[] = [];
  #names = 0;

  constructor(parties: Parties, pace: Partial<Pace> = {}) {
    this.#with = parties;
    this.#pace = { ...PACE, ...pace };
  }

  start(): void {
    this.#loops = Array.from({ length: this.#pace.clients }, () => this.#run());
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
  }

  /** Creates a database; half of the clients repeat until they have an answer. Returns `null` without a 201. */
  async create(): Promise<Entry | null> {
    const answer = await this.#make("create", PATH);
    return answer.status === 201 ? this.#added(answer.body as { id: string; name: string }, new Set()) : null;
  }

  /** One operation; its outcome is counted. */
  async step(): Promise<void> {
    const { length } = this.#with.ledger.present;
    const further = length > this.#pace.most ? "delete" : this.#with.random.weighted(WEIGHTS);
    await this.#operations[length < this.#pace.fewest ? "create" : further]();
  }

  async #run(): Promise<void> {
    const { random } = this.#with;
    while (!this.#stop.signal.aborted) {
      await this.step();
      const pause = random.between(...this.#pace.pauseMilliseconds);
      await delay(pause, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  readonly #operations: Record<Operation, () => Promise<unknown>> = {
    create: () => this.create(),
    branch: () => this.#onShared((entry) => this.#branch(entry)),
    rotate: () => this.#onIdle((entry) => this.#rotate(entry)),
    delete: () => this.#onIdle((entry) => this.#delete(entry)),
    "restore point": () => this.#onShared((entry) => this.#takePoint(entry)),
    restore: () => this.#onIdle((entry) => this.#restore(entry), hasPoints),
    "delete restore point": () => this.#onIdle((entry) => this.#deletePoint(entry), hasPoints),
    schedule: () =>
      this.#onShared((entry) =>
        this.#verb("schedule", (ctx) => setRestoreSchedule(ctx, { ...of(entry), schedule: "hourly" })),
      ),
  };

  async #branch(parent: Entry): Promise<void> {
    const rows = new Set(parent.rows);
    const answer = await this.#make("branch", `${PATH}/${parent.id}/branches`);
    if (answer.status === 201) this.#added((answer.body as { branch: { id: string; name: string } }).branch, rows);
  }

  #added({ id, name }: { id: string; name: string }, rows: ReadonlySet<number>): Entry {
    const entry = this.#with.ledger.add(id, name, rows);
    this.#with.writers.start(entry);
    return entry;
  }

  async #make(operation: "create" | "branch", path: string): Promise<Answer> {
    const { api, random } = this.#with;
    this.#names += 1;
    const body = { name: `${operation}-${this.#names}` };
    const answer = await (random.next() < 0.5
      ? api.callUntilAnswered(path, body, `campaign-${this.#names}`)
      : api.call("POST", path, body));
    this.counts.add(operation, answer.status === 201 ? "acknowledged" : answer.code);
    return answer;
  }

  async #rotate(entry: Entry): Promise<void> {
    const before = { connectionString: entry.connectionString, isStringUncertain: entry.isStringUncertain };
    Object.assign(entry, { connectionString: null, isStringUncertain: true, rotates: entry.rotates + 1 });
    const answer = await this.#with.api.call("POST", `${PATH}/${entry.id}/rotate-credential`);
    this.counts.add("rotate", answer.status === 200 ? "acknowledged" : answer.code);
    if (isUntouched(answer)) Object.assign(entry, before);
    if (answer.status !== 200) return;
    const { connectionString } = answer.body as { connectionString: string };
    Object.assign(entry, { connectionString, isStringUncertain: false });
  }

  async #delete(entry: Entry): Promise<void> {
    const hadWriter = await this.#with.writers.stop(entry);
    entry.deletion = "asked";
    const answer = await this.#with.api.call("DELETE", `${PATH}/${entry.id}`);
    this.counts.add("delete", answer.status === 200 ? "acknowledged" : answer.code);
    if (answer.status === 200) entry.deletion = "done";
    if (!isUntouched(answer)) return;
    entry.deletion = "no";
    if (hadWriter) this.#with.writers.start(entry);
  }

  async #takePoint(entry: Entry): Promise<void> {
    const rows = new Set(entry.rows);
    const made = await this.#verb("restore point", (ctx) =>
      createRestorePoint(ctx, { ...of(entry), name: "campaign" }),
    );
    if (made) entry.points.set(made.id, rows);
  }

  /** Nothing is written meanwhile, also not until the reconciler has finished one that failed. */
  async #restore(entry: Entry): Promise<void> {
    const [restorePointId, rows] = this.#with.random.pick([...entry.points]) ?? [];
    if (restorePointId === undefined || rows === undefined) return;
    const hadWriter = await this.#with.writers.stop(entry);
    const restored = await this.#verb("restore", (ctx) => restoreInPlace(ctx, { ...of(entry), restorePointId }));
    if (!restored) await this.#with.untilIdle(entry);
    entry.rows = restored ? new Set(rows) : new Set([...entry.rows].filter((row) => rows.has(row)));
    if (hadWriter) this.#with.writers.start(entry);
  }

  async #deletePoint(entry: Entry): Promise<void> {
    const restorePointId = this.#with.random.pick([...entry.points.keys()]);
    if (restorePointId === undefined) return;
    entry.points.delete(restorePointId);
    await this.#verb("delete restore point", (ctx) => deleteRestorePoint(ctx, { ...of(entry), restorePointId }));
  }

  async #verb<T>(operation: Operation, run: (ctx: Context) => Promise<T>): Promise<T | null> {
    try {
      const done = await run(this.#with.ctx());
      this.counts.add(operation, "acknowledged");
      return done;
    } catch (error) {
      const { code } = toServiceError(error);
      if (code === "internal_error") process.stderr.write(`${operation}: ${String(error)}\n`);
      this.counts.add(operation, code);
      return null;
    }
  }

  async #onShared(work: (entry: Entry) => Promise<unknown>): Promise<void> {
    const { ledger, random } = this.#with;
    const entry = random.pick(ledger.present.filter(({ users }) => users >= 0));
    if (entry) await ledger.share(entry, () => work(entry));
  }

  async #onIdle(work: (entry: Entry) => Promise<void>, matches = (_: Entry) => true): Promise<void> {
    const { ledger, random } = this.#with;
    const entry = random.pick(ledger.present.filter((one) => one.users === 0 && matches(one)));
    if (entry) await ledger.alone(entry, () => work(entry));
  }
}

/** Refused before anything was begun; a database that is not found was acknowledged and is missed at the end. */
const isUntouched = ({ status, code }: Answer) => code === "not_reached" || [404, 409, 429].includes(status);

const hasPoints = ({ points }: Entry) => points.size > 0;

const of = ({ id }: Entry) => ({ databaseId: id });
