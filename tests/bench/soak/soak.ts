import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { CleanUp } from "../clean-up";
import { checkInvariants, type Invariant } from "../faults/invariants";
import type { Kind } from "../faults/kinds";
import { SeededRandom } from "../faults/random";
import { KillableService } from "../faults/service";
import { type HostingTraffic, makeLasting, openStage, openTraffic, type Stage } from "../faults/stage";
import { openApp } from "./app";
import { Asker, isExplained, Refused } from "./ask";
import { Clients } from "./clients";
import { memoryOf, type Rest } from "./memory";
import { Objects } from "./objects";
import { findLeftWork, findRemains } from "./remains";
import { Rows } from "./rows";
import { Users } from "./users";

/** A process looks every five seconds whether it has come to rest, and collects all garbage then. */
const REST_MILLISECONDS = 16_000;
const APP_PAUSE_MILLISECONDS = 250;
const HOSTING_PAUSE_MILLISECONDS = 1_500;
/** Few databases, since it is not the host that is measured. */
const HOSTING_PACE = { fewest: 3, most: 12, writersAtOnce: 4 } as const;

interface Parts {
  folder: string;
  stage: Stage;
  asker: Asker;
  hosting: HostingTraffic;
  rows: Rows;
  users: Users;
  objects: Objects;
}

export interface SoakRound {
  kind: Kind;
  /** From the kill until each client has finished a step that it began after it. */
  atWorkAfter: number;
}

/** A service that runs as an operator starts it, with clients of every kind at work at the same time. */
export class Soak {
  readonly rounds: SoakRound[] = [];
  readonly rests: Rest[] = [];
  readonly stage: Stage;
  readonly #with: Parts;
  readonly #clients = new Clients();
  readonly #startedAt = performance.now();

  private constructor(parts: Parts) {
    this.#with = parts;
    this.stage = parts.stage;
    const { rows, users, objects } = parts;
    const steps = { ...rows.steps, "sign-in": users.step, storage: objects.step };
    for (const [name, step] of Object.entries(steps)) this.#clients.add(name, step, APP_PAUSE_MILLISECONDS);
    this.#clients.add("management API", () => this.#stepOfHosting(), HOSTING_PAUSE_MILLISECONDS);
  }

  /** Starts everything in a folder, and resolves once each client has worked. The seed repeats each client's choices. */
  static async begin(
    cleanUp: CleanUp,
    folder: string,
    { seed, program }: { seed: number; program?: string },
  ): Promise<Soak> {
    const temporary = join(folder, "tmp");
    await mkdir(temporary);
    // Processes of other users have their files there too.
    await chmod(temporary, 0o1777);
    const variables = { TMPDIR: temporary, COPPICE_OUTGOING_LOOPBACK: "allowed" };
    const service = await KillableService.start(cleanUp, folder, { variables, ...(program && { program }) });
    const stage = await openStage(cleanUp, service);
    const hosting = await openTraffic(stage, new SeededRandom(seed), HOSTING_PACE);
    const asker = new Asker();
    const app = await openApp(cleanUp, stage, await makeLasting(hosting), asker);
    const rows = new Rows(cleanUp, app, asker);
    await rows.untilFollowed();
    const soak = new Soak({
      ...{ folder, stage, asker, hosting, rows },
      users: new Users(app, asker, new SeededRandom(seed)),
      objects: new Objects(app, asker, new SeededRandom(seed)),
    });
    cleanUp.add(() => soak.#stop());
    await soak.#clients.untilAllHaveWorked();
    return soak;
  }

  /** Kills one component with SIGKILL amid the traffic. */
  async kill(kind: Kind): Promise<SoakRound> {
    const { service } = this.stage;
    const killed = await service.kill(kind);
    const killedAt = performance.now();
    await this.#clients.untilAllHaveWorked();
    const round = { kind, atWorkAfter: performance.now() - killedAt };
    await service.untilComplete(kind.parts, killed);
    this.rounds.push(round);
    return round;
  }

  /** Measures the memory of all components while nobody asks for anything. */
  async rest(): Promise<void> {
    const { writers, ledger } = this.#with.hosting;
    await this.#clients.rest(async () => {
      await writers.stop();
      await delay(REST_MILLISECONDS);
      this.rests.push({ seconds: this.seconds, memory: memoryOf(this.stage.service) });
      for (const entry of ledger.present.slice(-HOSTING_PACE.writersAtOnce)) writers.start(entry);
    });
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  get facts(): Record<string, string> {
    const { asker, hosting } = this.#with;
    return {
      "Acknowledged, of databases": hosting.traffic.counts.acknowledged(),
      "Acknowledged, of the app": asker.counts.acknowledged(),
      "Refused, of databases": hosting.traffic.counts.refused(),
      "Refused, of the app": asker.counts.refused(),
      "Starts refused while a killed one still held the port or the folder": String(this.stage.service.refusedStarts),
    };
  }

  /** Stops the clients, compares their ledgers, stops the service, and looks for remains. */
  async end(): Promise<Invariant[]> {
    const { folder, rows, users, objects, hosting } = this.#with;
    const { service, control, runtime, superuser, cluster } = this.stage;
    await this.#stop();
    const invariants = [
      ...(await superuser((client) =>
        checkInvariants({ ...hosting, control, runtime, cluster: cluster(), superuser: client }),
      )),
      ...(await rows.check()),
      ...(await users.check(runtime)),
      ...(await objects.check(runtime)),
      ...(await superuser((client) => findLeftWork(control, client))),
      this.#answers(),
    ];
    await service.stop();
    return [...invariants, ...(await findRemains(folder, join(folder, "tmp"), service.dataFolder))];
  }

  async #stop(): Promise<void> {
    await this.#clients.stop();
    await this.#with.hosting.writers.stop();
  }

  async #stepOfHosting(): Promise<void> {
    const { traffic } = this.#with.hosting;
    const before = traffic.counts.of("acknowledged");
    await traffic.step();
    if (traffic.counts.of("acknowledged") === before) throw new Refused("nothing was acknowledged");
  }

  #answers(): Invariant {
    const { asker, hosting } = this.#with;
    const codes = [...hosting.traffic.counts.refusals().keys()];
    return {
      name: "answers that are neither a success nor explained",
      checked: null,
      violations: [...asker.unexplained, ...this.#clients.wrong, ...codes.filter((code) => !isExplained(null, code))],
    };
  }
}
