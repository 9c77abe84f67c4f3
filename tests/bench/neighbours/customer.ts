import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { ApiCaller } from "../api";

/** A customer's database and connections to it, all of them forgiving: the guard may end them. */
export class Customer {
  readonly id: string;
  readonly #connectionString: string;
  readonly #clients: pg.Client[] = [];

  private constructor(id: string, connectionString: string) {
    this.id = id;
    this.#connectionString = connectionString;
  }

  static async make(api: ApiCaller, control: pg.Pool, name: string): Promise<Customer> {
    const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name });
    await untilReady(control, id);
    const path = `/api/v1/databases/${id}/connection-string`;
    const { connectionString } = await api.call<{ connectionString: string }>("GET", path);
    return new Customer(id, connectionString);
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#connectionString });
    client.on("error", () => undefined);
    await client.connect();
    this.#clients.push(client);
    return client;
  }

  async connectMany(count: number): Promise<pg.Client[]> {
    return Promise.all(Array.from({ length: count }, () => this.connect()));
  }

  async leave(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end().catch(() => undefined)));
  }
}

async function untilReady(control: pg.Pool, id: string): Promise<void> {
  for (;;) {
    const { rowCount } = await control.query("SELECT FROM database WHERE id = $1 AND status = 'ready'", [id]);
    if (rowCount === 1) return;
    await delay(20);
  }
}
