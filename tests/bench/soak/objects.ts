import { randomBytes } from "node:crypto";
import type { Runtime } from "@/lib/runtime";
import type { Invariant } from "../faults/invariants";
import type { SeededRandom } from "../faults/random";
import { type App, BUCKET } from "./app";
import type { Asker } from "./ask";

const CLIENT = "storage";
const LARGEST = 40_000;
/** So few that the last comparison reads them all. */
const MOST = 200;

/** Objects of the app, which are stored, read and deleted. */
export class Objects {
  readonly #present = new Map<string, Buffer>();
  readonly #deleted: string[] = [];
  readonly #app: App;
  readonly #asker: Asker;
  readonly #random: SeededRandom;
  #names = 0;

  constructor(app: App, asker: Asker, random: SeededRandom) {
    [this.#app, this.#asker, this.#random] = [app, asker, random];
  }

  readonly step = async (): Promise<void> => {
    const key = this.#random.pick([...this.#present.keys()]);
    const name = key === undefined ? "put" : this.#random.weighted({ put: 5, read: 5, delete: 2 });
    if (key === undefined || (name === "put" && this.#present.size < MOST)) await this.#put();
    else if (name === "read") await this.#requireSame(key);
    else await this.#delete(key);
  };

  async check(runtime: Runtime): Promise<Invariant[]> {
    const changed: string[] = [];
    for (const key of this.#present.keys()) {
      await this.#requireSame(key).catch((error: unknown) => changed.push(`${key}: ${String(error)}`));
    }
    const { projectId } = this.#app;
    const objects = await runtime.db.storedObject.findMany({
      where: { bucket: { projectId } },
      select: { key: true, version: { select: { size: true } } },
    });
    const keys = new Set(objects.map(({ key }) => key));
    const bytes = objects.reduce((sum, { version }) => sum + version.size, 0n);
    const sums = await runtime.db.projectStorage.findUniqueOrThrow({ where: { projectId } });
    const isCounted = sums.usedBytes === bytes && sums.objectCount === objects.length;
    return [
      { name: "acknowledged objects missing or with other bytes", checked: this.#present.size, violations: changed },
      {
        name: "deleted objects that came back",
        checked: this.#deleted.length,
        violations: this.#deleted.filter((key) => keys.has(key)),
      },
      {
        name: "projects whose stored bytes differ from their objects",
        checked: 1,
        violations: isCounted ? [] : [`${sums.usedBytes} bytes counted, ${bytes} there`],
      },
    ];
  }

  async #put(): Promise<void> {
    this.#names += 1;
    const key = `object-${this.#names}`;
    const bytes = randomBytes(Math.ceil(this.#random.between(1, LARGEST)));
    const headers = { ...this.#app.serverHeaders, "content-type": "application/octet-stream" };
    await this.#asker.ask(CLIENT, this.#address(key), { method: "PUT", headers, body: new Uint8Array(bytes) });
    this.#asker.counts.add("put object", "acknowledged");
    this.#present.set(key, bytes);
  }

  /** Without an answer, the object may be there or not. */
  async #delete(key: string): Promise<void> {
    this.#present.delete(key);
    await this.#asker.ask(CLIENT, this.#address(key), { method: "DELETE", headers: this.#app.serverHeaders });
    this.#asker.counts.add("delete object", "acknowledged");
    this.#deleted.push(key);
  }

  async #requireSame(key: string): Promise<void> {
    const { headers } = await this.#asker.ask(CLIENT, this.#address(key), { headers: this.#app.serverHeaders });
    const { bytes } = await this.#asker.ask("content", headers.get("location") ?? "");
    if (!bytes.equals(this.#present.get(key) ?? bytes)) throw new Error(`${key} has other bytes`);
    this.#asker.counts.add("read object", "acknowledged");
  }

  #address(key: string): string {
    const { baseUrl, projectId } = this.#app;
    return `${baseUrl}/v1/projects/${projectId}/storage/buckets/${BUCKET}/objects/${key}`;
  }
}
