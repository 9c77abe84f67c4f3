import { type ChildProcess, fork, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { GivenAway, Handed, Quiet, Received } from "../connections/handed";

const SHORTEST_BACKOFF_MILLISECONDS = 200;
const LONGEST_BACKOFF_MILLISECONDS = 10_000;
/** A process that lived this long was healthy, so its end starts a new count. */
const HEALTHY_MILLISECONDS = 30_000;

export interface RoleProcessOptions {
  name: string;
  launch: () => ChildProcess;
  log: Logger;
  /** Whether a process that has ended is started anew; by default, each is. */
  isNeeded?: () => boolean;
  /** A message may come with a connection. */
  onMessage?: (message: RoleMessage, connection: unknown) => void;
  onEnded?: () => void;
}

export type RoleMessage = { type: "listening" } | GivenAway | Quiet | Received;

/** Runs one role in its own process until `stop`, and restarts it with growing delays when it dies. */
export class RoleProcess {
  readonly #options: RoleProcessOptions;
  #child: ChildProcess | null = null;
  #launchedAt = 0;
  #backoff = SHORTEST_BACKOFF_MILLISECONDS;
  #stopping = new AbortController();
  /** The process ends because it was asked to, not by a fault. */
  #isEnding = false;
  #onListening: () => void = () => undefined;
  #onDeath: () => void = () => undefined;

  constructor(options: RoleProcessOptions) {
    this.#options = options;
  }

  start(): void {
    const child = this.#options.launch();
    this.#child = child;
    this.#launchedAt = performance.now();
    child.on("message", (message, connection) => {
      if (!isOfRole(message)) return;
      if (message.type === "listening") this.#onListening();
      this.#options.onMessage?.(message, connection);
    });
    child.once("error", (error) => this.#options.log.error({ err: error }, `${this.#options.name} cannot be started`));
    child.once("exit", (code, signal) => void this.#restart(code, signal));
  }

  /** Resolves to true when the process listens, to false when it has died `attempts` times before. */
  untilListening(attempts: number): Promise<boolean> {
    let deaths = 0;
    return new Promise((resolve) => {
      this.#onListening = () => resolve(true);
      this.#onDeath = () => {
        deaths += 1;
        if (deaths === attempts) resolve(false);
      };
    });
  }

  /** Whether the process can be handed connections; one that was killed can't, shortly before its exit is known. */
  get isConnected(): boolean {
    return this.#child?.connected === true;
  }

  /** Ends the process after its work in hand. If one is needed, a new one follows immediately. */
  end(): void {
    this.#isEnding = true;
    this.#child?.kill("SIGTERM");
  }

  /**
   * Hands the process a copy of a connection, one at a time. Resolves to the receipt, or to `null` if the process ends
   * without one, and so has read nothing of it. Node's own way keeps no account of those that wait behind another.
   */
  hand(socket: Socket, head: string | null): Promise<Received | null> {
    const child = this.#child;
    if (!child?.connected) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Received | null>();
    const hear = (message: unknown) => {
      if (isOfRole(message) && message.type === "received") settle(message);
    };
    const settle = (received: Received | null) => {
      child.off("message", hear).off("close", lose);
      resolve(received);
    };
    const lose = () => settle(null);
    // Not "exit", after which messages can still come.
    child.on("message", hear).once("close", lose);
    const handed: Handed = { type: "connection", head };
    child.send(handed, socket, { keepOpen: true }, (error) => {
      if (!error) return;
      // Killed already, in all likelihood; without its channel, it would be of no use.
      child.kill("SIGKILL");
      if (child.connected) child.disconnect();
      settle(null);
    });
    return promise;
  }

  /** Asks the process to finish its work in hand, and ends it when it has not after `patienceMilliseconds`. */
  async stop(patienceMilliseconds: number): Promise<void> {
    this.#stopping.abort();
    const child = this.#child;
    if (!child || !isRunning(child)) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const timer = setTimeout(() => {
      this.#options.log.warn(`${this.#options.name} did not end in time`);
      child.kill("SIGKILL");
    }, patienceMilliseconds);
    await ended;
    clearTimeout(timer);
  }

  async #restart(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    this.#onDeath();
    this.#options.onEnded?.();
    if (this.#stopping.signal.aborted) return;
    const { name, log, isNeeded = () => true } = this.#options;
    const [isEnding, willStart] = [this.#isEnding, isNeeded()];
    this.#isEnding = false;
    if (!isEnding) {
      if (performance.now() - this.#launchedAt > HEALTHY_MILLISECONDS) this.#backoff = SHORTEST_BACKOFF_MILLISECONDS;
      if (!willStart) return log.error({ code, signal }, `${name} ended; it's started anew when it's needed`);
      log.error({ code, signal, backoffMilliseconds: this.#backoff }, `${name} ended; starting it anew`);
      const pause = this.#backoff;
      this.#backoff = Math.min(pause * 2, LONGEST_BACKOFF_MILLISECONDS);
      await delay(pause, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      if (this.#stopping.signal.aborted) return;
    }
    if (willStart) this.start();
  }
}

/** Starts this program again as another of its processes, in a session that Ctrl-C in the terminal does not reach. */
export function forkSelf(environment: NodeJS.ProcessEnv, args: readonly string[] = []): ChildProcess {
  const [, script = ""] = process.argv;
  return fork(script, args, { env: environment, detached: true });
}

/** Starts Next's development server, which serves the pages and, by Next's own pipeline, the API. */
export function spawnNextDevelopment(environment: NodeJS.ProcessEnv, port: number, host: string): ChildProcess {
  const args = ["node_modules/next/dist/bin/next", "dev", "--port", String(port), "--hostname", host];
  return spawn(process.execPath, args, { env: environment, detached: true, stdio: ["ignore", "inherit", "inherit"] });
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.pid !== undefined;
}

function isOfRole(message: unknown): message is RoleMessage {
  return typeof message === "object" && message !== null && "type" in message;
}
