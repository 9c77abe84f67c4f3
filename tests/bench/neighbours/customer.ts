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

  static async make(api: ApiCaller, name: string): Promise<Customer> {
    const { id } = await api.call<{ id: string }>("POST", "/api/v1/databases", { name });
    while ((await api.call<{ status: string }>("GET", `/api/v1/databases/${id}`)).status !== "ready");
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
