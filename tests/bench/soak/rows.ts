import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { asCustomer } from "@/tests/support/databases";
import { lasting } from "@/tests/support/numbered-writers";
import { faultsOf, LedgerClient } from "@/tests/support/realtime-ledger";
import type { CleanUp } from "../clean-up";
import type { Invariant } from "../faults/invariants";
import { connectTo } from "../faults/writers";
import { type App, FUNCTION } from "./app";
import { type Asker, Refused } from "./ask";

const FOLLOWERS = 3;
const LOOK_MILLISECONDS = 100;
const PATIENCE_MILLISECONDS = 120_000;
/** A session that ends because its server does, one that comes while it starts, and one that comes amid a copy. */
const SERVER_LOST = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\w{3}|55000)$/;
const SESSION_LOST = /Connection terminated|Client has encountered a connection error|timeout/;

type Write = (writer: string, number: number) => Promise<unknown>;

/** Rows of the app's table, written by three ways and followed by realtime's sockets. */
export class Rows {
  /** The acknowledged numbers by writer. */
  readonly #written = new Map<string, number[]>();
  readonly #followers: LedgerClient[] = [];
  readonly #app: App;
  readonly #asker: Asker;

  constructor(cleanUp: CleanUp, app: App, asker: Asker) {
    [this.#app, this.#asker] = [app, asker];
    const options = {
      urls: [`${app.baseUrl.replace("http", "ws")}/v1/realtime`],
      auth: { projectId: app.projectId, key: app.publicKey },
      subscriptions: { rows: { kind: "changes", table: "entries" } },
    };
    for (let count = 0; count < FOLLOWERS; count += 1) {
      const follower = new LedgerClient(options, count);
      this.#followers.push(follower);
      cleanUp.add(() => follower.stop());
      void follower.run();
    }
  }

  /** Resolves when the followers are told all that is written from now on. */
  async untilFollowed(): Promise<void> {
    while (!this.#followers.every(({ isLive }) => isLive)) await delay(LOOK_MILLISECONDS);
  }

  /** The steps of the writers and of the followers, by the name of each. */
  get steps(): Record<string, () => Promise<unknown>> {
    const session = lasting<pg.Client>(
      () => connectTo(this.#app.connectionString),
      (client) => void client.end().catch(() => undefined),
    );
    const text = "INSERT INTO entries (writer, number) VALUES ($1, $2)";
    const byTcp: Write = (...params) =>
      session((client) => client.query(text, params)).catch((error) => Promise.reject(this.#ofDriver(error)));
    const { baseUrl, projectId, databaseId, managementHeaders, serverHeaders } = this.#app;
    const post = (client: string, path: string, headers: Record<string, string>, json: object) =>
      this.#asker.askJson(client, baseUrl + path, { method: "POST", headers, json });
    const byHttp: Write = (...params) =>
      post("SQL over HTTP", "/api/v1/sql", managementHeaders, { database: databaseId, query: text, params });
    const invoke = `/v1/projects/${projectId}/functions/${FUNCTION}/invoke`;
    const byFunction: Write = (...params) => post("functions", invoke, serverHeaders, params);
    return {
      "rows by TCP": this.#stepOf("tcp", byTcp),
      "rows by HTTP": this.#stepOf("http", byHttp),
      "rows by a function": this.#stepOf("function", byFunction),
      realtime: this.#stepOfFollowers(),
    };
  }

  /** Every follower has heard of something since the step before. */
  #stepOfFollowers(): () => Promise<void> {
    const lengths = () => this.#followers.map(({ subscriptions }) => subscriptions.get("rows")?.ledger.length ?? 0);
    let before = lengths();
    return async () => {
      const now = lengths();
      const isTold = now.every((length, index) => length > (before[index] ?? 0));
      if (!isTold) throw new Refused("not every follower was told anything");
      before = now;
    };
  }

  /** Compares the rows, and those told by realtime, with the acknowledged ones. */
  async check(): Promise<Invariant[]> {
    const { rows } = await asCustomer(this.#app.connectionString, (client) =>
      client.query<{ writer: string; number: number; count: number }>(
        "SELECT writer, number, count(*)::int FROM entries GROUP BY writer, number",
      ),
    );
    const counts = new Map(rows.map(({ writer, number, count }) => [`${writer} ${number}`, count]));
    const acknowledged = [...this.#written].flatMap(([writer, numbers]) => numbers.map((n) => `${writer} ${n}`));
    const twice = rows.filter(({ count }) => count > 1).map(({ writer, number }) => `${writer} ${number}`);
    return [
      {
        name: "acknowledged rows lost, by TCP, SQL over HTTP and functions",
        checked: acknowledged.length,
        violations: acknowledged.filter((row) => !counts.has(row)),
      },
      { name: "rows that are there twice", checked: rows.length, violations: twice },
      {
        name: "committed rows that realtime neither told nor covered by a gap",
        checked: acknowledged.length * FOLLOWERS,
        violations: await this.#untold(),
      },
    ];
  }

  /** A writer that had no answer goes on under another name, since its row may come late. */
  #stepOf(name: string, write: Write): () => Promise<unknown> {
    let [life, number] = [1, 0];
    return async () => {
      const writer = `${name} ${life}`;
      number += 1;
      try {
        await write(writer, number);
      } catch (error) {
        [life, number] = [life + 1, 0];
        throw error;
      }
      this.#asker.counts.add(name, "acknowledged");
      const numbers = this.#written.get(writer) ?? [];
      numbers.push(number);
      this.#written.set(writer, numbers);
    };
  }

  #ofDriver(error: unknown): unknown {
    const isLost = SERVER_LOST.test(codeOf(error) ?? "") || SESSION_LOST.test(String(error));
    return isLost ? this.#asker.refuse("rows by TCP", 0, "no_answer") : error;
  }

  async #untold(): Promise<string[]> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    const look = () =>
      this.#followers.flatMap(({ subscriptions, failures }) => [
        ...faultsOf(subscriptions.get("rows")?.ledger ?? [], this.#written),
        ...failures.map((frame) => JSON.stringify(frame)),
      ]);
    // The last ones may be on their way.
    while (look().length > 0 && performance.now() < deadline) await delay(LOOK_MILLISECONDS);
    return look();
  }
}
