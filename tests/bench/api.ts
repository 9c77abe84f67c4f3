import { insertKeys } from "./rows";
import type { BenchService } from "./service";

/** Calls to the API lane, each with a key of its own, so that no limit is met. Throws unless the answer is 2xx. */
export class ApiCaller {
  readonly #baseUrl: string;
  readonly #keys: string[];

  private constructor(baseUrl: string, keys: string[]) {
    this.#baseUrl = baseUrl;
    this.#keys = keys;
  }

  static async withKeys({ baseUrl, control, organisationId }: BenchService, count: number): Promise<ApiCaller> {
    return new ApiCaller(baseUrl, await insertKeys(control, organisationId, count));
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const key = this.#keys.pop();
    if (key === undefined) throw new Error("More calls than keys.");
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${answer}`);
    return JSON.parse(answer) as T;
  }
}
