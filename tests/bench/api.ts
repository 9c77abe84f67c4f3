import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { insertKeys } from "./rows";
import type { BenchService } from "./service";

/** The service that is called, and the organisation that calls it. */
export type CalledService = Pick<BenchService, "baseUrl" | "control" | "organisationId">;

/** Calls to the API lane, each with a key of its own, so that no limit is met. Throws unless the answer is 2xx. */
export class ApiCaller {
  readonly #baseUrl: string;
  readonly #keys: string[];
  /** One connection that stays open, as the bare side has. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(baseUrl: string, keys: string[]) {
    this.#baseUrl = baseUrl;
    this.#keys = keys;
  }

  static async withKeys({ baseUrl, control, organisationId }: CalledService, count: number): Promise<ApiCaller> {
    return new ApiCaller(baseUrl, await insertKeys(control, organisationId, count));
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const key = this.#keys.pop();
    if (key === undefined) throw new Error("More calls than keys.");
    const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
    const sent = request(this.#baseUrl + path, { method, headers, agent: this.#agent });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode === undefined || response.statusCode >= 300) {
      throw new Error(`${method} ${path} was answered ${response.statusCode}: ${answer}`);
    }
    return JSON.parse(answer) as T;
  }

  /** Creates a database and returns its id once it is ready. */
  async createDatabase(name: string): Promise<string> {
    const { id } = await this.call<{ id: string }>("POST", "/api/v1/databases", { name });
    for (;;) {
      const { status } = await this.call<{ status: string }>("GET", `/api/v1/databases/${id}`);
      if (status === "ready") return id;
      if (status !== "provisioning") throw new Error(`${name} is ${status}.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async connectionString(databaseId: string): Promise<string> {
    const path = `/api/v1/databases/${databaseId}/connection-string`;
    return (await this.call<{ connectionString: string }>("GET", path)).connectionString;
  }
}
