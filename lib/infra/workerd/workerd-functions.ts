import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { ServiceError } from "@/lib/core/errors";
import type {
  FunctionAnswer,
  FunctionInvocation,
  FunctionOutcome,
  FunctionProgram,
  FunctionRuntime,
  FunctionStanding,
} from "@/lib/core/ports/function-runtime";
import { FairQueue } from "@/lib/core/queue/fair-queue";
import { Breakers } from "./breakers";
import { FunctionInstance } from "./function-instance";
import { StartFailure } from "./function-process";
import { type GroundOptions, GroundSearch, notConfigured } from "./ground";
import { type Holder, idleToEnd, overShare, surplus } from "./memory-shares";
import type { ProcessOutlets } from "./process-outlets";
import { describeStartFailure } from "./start-failure";
import { type FindWithdrawn, WithdrawalWatch } from "./withdrawal-watch";

const IDLE_MILLISECONDS = 5 * 60_000;
const SWEEP_MILLISECONDS = 1_000;
/** The memory that a process uses before it has done anything. */
const EMPTY_PROCESS_BYTES = 32 * 1_048_576;
const ROOM_MILLISECONDS = 2_000;
/** With the five seconds of a trial, an answer comes before the asking process gives up (socket-functions.ts). */
const TRIALS = {
  ...{ places: 4, waitingOfOwner: 8, patienceMilliseconds: 8_000 },
  refusal: "Too many functions are being started on trial.",
};

interface WorkerdOptions extends GroundOptions {
  /** All processes together use no more. */
  memoryBytes: number;
  outlets: ProcessOutlets;
  findWithdrawn: FindWithdrawn;
  log: Logger;
}

interface HoldingInstance extends Holder {
  instance: FunctionInstance;
}

/** Runs each version of a function in a workerd process of its own, kept from the machine as well as it allows. */
export class WorkerdFunctions implements FunctionRuntime {
  readonly #options: WorkerdOptions;
  readonly #ground: GroundSearch;
  /** The instances by version and revision, also those that are starting. */
  readonly #instances = new Map<string, Promise<FunctionInstance>>();
  readonly #live = new Set<FunctionInstance>();
  readonly #slots = new Set<number>();
  readonly #breakers = new Breakers();
  readonly #trials = new FairQueue(TRIALS);
  readonly #listeners: ((outcome: FunctionOutcome) => void)[] = [];
  readonly #sweep = setInterval(() => this.#endIdle(), SWEEP_MILLISECONDS).unref();
  readonly #withdrawals: WithdrawalWatch;
  #hasClosed = false;

  constructor(options: WorkerdOptions) {
    this.#options = options;
    this.#ground = new GroundSearch(options);
    this.#withdrawals = new WithdrawalWatch({ find: options.findWithdrawn, live: () => this.#live, log: options.log });
  }

  standing(): Promise<FunctionStanding> {
    return this.#ground.standing();
  }

  tryStart(program: FunctionProgram): Promise<void> {
    return this.#trials.run(program.projectId, () => this.#try(program));
  }

  async #try(program: FunctionProgram): Promise<void> {
    try {
      const instance = await this.#start(program);
      instance.process.kill();
      await instance.process.ended;
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      throw new ServiceError("deploy_failed", describeStartFailure(error.message), { cause: error });
    }
  }

  async invoke(program: FunctionProgram, invocation: FunctionInvocation): Promise<FunctionAnswer> {
    const instance = await this.#instanceOf(program);
    if (!instance.isFull) return instance.invoke(invocation);
    const message = `At most ${program.limits.concurrency} invocations of a function run at once.`;
    throw new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
  }

  async retire(versionId: string, afterMilliseconds: number): Promise<void> {
    for (const key of [...this.#instances.keys()].filter((each) => each.startsWith(`${versionId}:`))) {
      const starting = this.#instances.get(key);
      this.#instances.delete(key);
      await starting?.then(
        (instance) => instance.retire(afterMilliseconds),
        () => undefined,
      );
    }
  }

  onOutcome(listener: (outcome: FunctionOutcome) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#hasClosed = true;
    clearInterval(this.#sweep);
    this.#withdrawals.close();
    await Promise.allSettled(this.#instances.values());
    for (const { process } of this.#live) process.kill();
    await Promise.all([...this.#live].map(({ process }) => process.ended));
    await this.#options.outlets.close();
    await this.#ground.close();
  }

  /** Throws the errors of `invoke`. */
  async #instanceOf(program: FunctionProgram): Promise<FunctionInstance> {
    this.#breakers.requireClosed(program.versionId);
    const key = `${program.versionId}:${program.revision}`;
    const known = this.#instances.get(key);
    if (known) return known;
    const starting = this.#start(program, () => this.#instances.delete(key)).catch((cause: unknown) => {
      if (!(cause instanceof StartFailure)) throw cause;
      this.#breakers.note(program.versionId);
      throw new ServiceError(
        "function_failed",
        `The function can't be started. ${describeStartFailure(cause.message)}`,
        { cause },
      );
    });
    this.#instances.set(key, starting);
    const forget = () => {
      if (this.#instances.get(key) === starting) this.#instances.delete(key);
    };
    starting.then((instance) => instance.process.ended.then(forget), forget);
    return starting;
  }

  async #start(program: FunctionProgram, onKill: () => void = () => undefined): Promise<FunctionInstance> {
    const ground = await this.#ground.require();
    if (this.#hasClosed) throw notConfigured();
    const code = await program.load();
    await this.#makeRoom(program.projectId);
    const slot = this.#takeSlot();
    try {
      const instance = await FunctionInstance.start(program, code, {
        ...{ ...ground, slot, outlets: this.#options.outlets },
        onOutcome: (outcome) => {
          for (const listener of this.#listeners) listener(outcome);
        },
        onKill: () => {
          this.#breakers.note(program.versionId);
          onKill();
        },
      });
      this.#live.add(instance);
      void instance.process.ended.then(() => {
        this.#live.delete(instance);
        this.#slots.delete(slot);
      });
      return instance;
    } catch (error) {
      this.#slots.delete(slot);
      throw error;
    }
  }

  /**
   * Ends idle processes, waits for running ones, and takes from a project that has more than its share. Throws
   * `function_unavailable`.
   */
  async #makeRoom(projectId: string): Promise<void> {
    const { memoryBytes } = this.#options;
    const deadline = performance.now() + ROOM_MILLISECONDS;
    while (this.#usedBytes() + EMPTY_PROCESS_BYTES > memoryBytes) {
      const holders = this.#holders();
      const isLate = performance.now() > deadline;
      const ended = idleToEnd(holders) ?? (isLate ? overShare(holders, { projectId, memoryBytes }) : undefined);
      if (ended) {
        ended.instance.endForMemory();
        await ended.instance.process.ended;
      } else if (isLate) {
        const message = "There's no memory left for another function right now.";
        throw new ServiceError("function_unavailable", message, { retryAfterSeconds: 5 });
      } else await delay(50);
    }
  }

  #holders(): HoldingInstance[] {
    return [...this.#live].map((instance) => ({
      ...{ instance, projectId: instance.program.projectId, isIdle: instance.isIdle, lastUsedAt: instance.lastUsedAt },
      bytes: Math.max(instance.watchdog.usage.privateBytes, EMPTY_PROCESS_BYTES),
    }));
  }

  /** A process that is starting takes as much as an empty one. */
  #usedBytes(): number {
    const starting = (this.#slots.size - this.#live.size) * EMPTY_PROCESS_BYTES;
    return this.#holders().reduce((sum, { bytes }) => sum + bytes, starting);
  }

  #endIdle(): void {
    const now = performance.now();
    for (const instance of this.#live) {
      if (instance.isIdle && now - instance.lastUsedAt > IDLE_MILLISECONDS) instance.retire(0);
    }
    if (this.#usedBytes() > this.#options.memoryBytes) surplus(this.#holders())?.instance.endForMemory();
  }

  #takeSlot(): number {
    let slot = 0;
    while (this.#slots.has(slot)) slot += 1;
    this.#slots.add(slot);
    return slot;
  }
}
