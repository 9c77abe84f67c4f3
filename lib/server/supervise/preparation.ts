import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type Environment, roleVariables } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import type { EmbeddedHost, FromPreparation, ToPreparation } from "./preparation-messages";
import { forkSelf } from "./role-process";
import type { StopRequest } from "./stop-request";

/** The process that failed has said why. */
export class AlreadyReported extends Error {
  override name = "AlreadyReported";
}

type Ended = [code: number | null, signal: NodeJS.Signals | null];

/**
 * Prepares the control plane in a process of its own, so that the supervisor loads nothing of the modules that takes.
 */
export class Preparation {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;

  constructor(environment: Environment, host: EmbeddedHost | null, stopRequest: StopRequest) {
    this.#child = forkSelf(roleVariables(environment, []), ["--prepare"]);
    this.#ended = once(this.#child, "exit") as Promise<Ended>;
    this.#tell({ type: "prepare", host });
    // It may not have come so far as to listen for a signal, which would then cut it in its midst.
    void stopRequest.requested.then(() => void (this.#child.connected && this.#child.disconnect()));
  }

  /** Resolves to false when the process ended early because it was asked to stop. */
  async untilPrepared(): Promise<boolean> {
    const prepared = new Promise<true>((resolve) => {
      this.#child.on("message", ({ type }: FromPreparation) => void (type === "prepared" && resolve(true)));
    });
    return Promise.race([prepared, this.untilEnded().then(() => false)]);
  }

  /** Tells the process that the service answers requests, and waits until it has done the rest. */
  async finish(): Promise<void> {
    this.#tell({ type: "serving" });
    await this.untilEnded();
  }

  async untilEnded(): Promise<void> {
    const [code, signal] = await this.#ended;
    if (signal !== null) throw new OperatorError(`The preparation of the control plane was ended by ${signal}.`);
    if (code !== 0) throw new AlreadyReported();
  }

  /** The process may have ended already, which `untilEnded` tells. */
  #tell(message: ToPreparation): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}
