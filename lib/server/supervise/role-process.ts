import { type ChildProcess, fork, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { HANDED, type Quiet } from "../connections/handed";

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
  onMessage?: (message: RoleMessage) => void;
  onEnded?: () => void;
}

type RoleMessage = { type: "listening" } | Quiet;

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
    child.on("message", (message) => {
      if (!isOfRole(message)) return;
      if (message.type === "listening") this.#onListening();
      this.#options.onMessage?.(message);
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

  /** Ends the process after its work in hand. Where one is needed, a new one follows at once. */
  end(): void {
    this.#isEnding = true;
    this.#child?.kill("SIGTERM");
  }

  /** Hands a connection over, which this process then has no longer. Tells when it is on its way, or why it isn't. */
  hand(socket: Socket, onSent: (error: Error | null) => void): void {
    this.#child?.send(HANDED, socket, {}, onSent);
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
