import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { ServiceError } from "@/lib/core/errors";
import type { FunctionStanding } from "@/lib/core/ports/function-runtime";
import { makeRootFolder } from "./function-folder";
import { findLaunch, findWorkerd, type Launch } from "./launch";
import { UnansweredProbe } from "./run-to-end";

export interface GroundOptions {
  mode: "development" | "production";
  sandbox: string | null;
  searchPath?: string;
  probeMilliseconds?: number;
  /** The first pause between two looks; each further one is twice as long. */
  pauseMilliseconds?: number;
  onStanding(standing: FunctionStanding): void;
}

/** The surroundings of functions' processes. */
export interface Ground {
  workerd: string;
  launch: Launch;
  root: string;
}

const FIRST_PAUSE_MILLISECONDS = 1_000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Looks for a way to run functions on this machine until it has found one: a missing program may come, and a busy
 * machine may answer.
 */
export class GroundSearch {
  readonly #options: GroundOptions;
  readonly #stopping = new AbortController();
  readonly #searching: Promise<void>;
  readonly #looked = Promise.withResolvers<void>();
  #ground: Ground | null = null;
  #root: string | null = null;
  #standing: FunctionStanding = { state: "unanswered", reason: null };

  constructor(options: GroundOptions) {
    this.#options = options;
    this.#searching = this.#search();
  }

  /** Returns the result of the last look, the first one when it has ended. */
  async standing(): Promise<FunctionStanding> {
    await this.#looked.promise;
    return this.#standing;
  }

  /** Throws `not_configured` where nothing runs functions, `function_unavailable` while their sandbox does not answer. */
  async require(): Promise<Ground> {
    await this.#looked.promise;
    if (this.#ground) return this.#ground;
    if (this.#standing.state === null) throw notConfigured();
    const message = "The sandbox of functions doesn't answer yet. Try again in a moment.";
    throw new ServiceError("function_unavailable", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#searching;
    if (this.#root !== null) await rm(this.#root, { recursive: true, force: true });
  }

  async #search(): Promise<void> {
    const { signal } = this.#stopping;
    let pause = this.#options.pauseMilliseconds ?? FIRST_PAUSE_MILLISECONDS;
    let before: FunctionStanding | null = null;
    while (!signal.aborted) {
      this.#ground = await this.#look();
      if (this.#standing.state !== before?.state) this.#options.onStanding(this.#standing);
      before = this.#standing;
      this.#looked.resolve();
      if (this.#ground) return;
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
    }
  }

  async #look(): Promise<Ground | null> {
    const workerd = findWorkerd();
    const refusals: string[] = [];
    try {
      const launch = workerd && (await this.#findLaunch(workerd, (reason) => refusals.push(reason)));
      this.#standing = { state: launch ? launch.kind : null, reason: refusals[0] ?? null };
      return launch ? { workerd, launch, root: await this.#makeRoot() } : null;
    } catch (error) {
      if (!(error instanceof UnansweredProbe)) throw error;
      this.#standing = { state: "unanswered", reason: refusals[0] ?? null };
      return null;
    }
  }

  async #findLaunch(workerd: string, onRefused: (reason: string) => void): Promise<Launch | null> {
    const { mode, sandbox, searchPath, probeMilliseconds: patienceMilliseconds } = this.#options;
    const folder = await this.#makeRoot();
    return findLaunch(workerd, { mode, sandbox, searchPath, patienceMilliseconds, folder, onRefused });
  }

  async #makeRoot(): Promise<string> {
    this.#root ??= await makeRootFolder();
    return this.#root;
  }
}

export function notConfigured(): ServiceError {
  return new ServiceError("not_configured", "This installation doesn't run functions.");
}
