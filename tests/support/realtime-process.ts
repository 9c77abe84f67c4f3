import { join } from "node:path";
import { vi } from "vitest";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { testKey } from "./context";
import { type RunningProcess, startProcess } from "./lanes-setup";
import { RealtimeClient } from "./realtime-client";

const patient = { interval: 50, timeout: 120_000 };

/** A process of the role `realtime`, which can be killed and starts again on its port. */
export class RealtimeProcess {
  readonly url: string;
  readonly #start: () => RunningProcess;
  #running: RunningProcess;

  private constructor(url: string, start: () => RunningProcess) {
    [this.url, this.#start, this.#running] = [url, start, start()];
  }

  static async start(
    folder: string,
    { controlUrl, redisUrl }: { controlUrl: string; redisUrl?: string },
  ): Promise<RealtimeProcess> {
    const port = await findFreePort([]);
    const variables = {
      ...{ DATABASE_URL: controlUrl, COPPICE_URL: `http://127.0.0.1:${port}`, COPPICE_DATA_DIR: join(folder, "data") },
      COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
      ...{ COPPICE_ROLES: "realtime", PORT: String(port), LOG_LEVEL: "warn" },
      CLIENT_ADDRESS_HEADER: CONNECTION_ADDRESS_HEADER,
      ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    };
    const start = () => startProcess(join(folder, `${port}.log`), ["dist/server.js"], variables);
    const made = new RealtimeProcess(`ws://127.0.0.1:${port}/v1/realtime`, start);
    await made.#untilServed();
    return made;
  }

  open(): Promise<RealtimeClient> {
    return RealtimeClient.open(this.url);
  }

  /** Ends it as a crash does. */
  async kill(): Promise<void> {
    this.#running.child.kill("SIGKILL");
    await this.#running.stop();
  }

  async startAgain(): Promise<void> {
    this.#running = this.#start();
    await this.#untilServed();
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }

  async #untilServed(): Promise<void> {
    const client = await vi.waitFor(() => this.open(), patient);
    await client.close();
  }
}
