import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { OperatorError } from "@/lib/core/operator-error";
import { startPatience } from "@/lib/core/patience";
import { DiskFullError, diskFullError, type Places } from "../data-folder/disk-full";
import type { ServiceUser } from "../data-folder/service-user";
import { BoundedLog } from "./bounded-log";
import { findsDiskFull } from "./full-disk-log";
import { spawnOptionsFor } from "./initialise-cluster";

const LOG_BYTES = 8 * 1024 * 1024;
/** Recovery after a crash replays at most `max_wal_size` of log. */
const START_SECONDS = 120;
const STOP_MILLISECONDS = 6_000;
/** The time that an immediate shutdown may take before the process is killed. */
const KILL_MILLISECONDS = 1_500;
const LONGEST_BACKOFF_MILLISECONDS = 10_000;
const READY = "database system is ready to accept connections";
/** No line that a customer's session causes begins like this: those name role and database. */
const SERVER_IS_READY = new RegExp(String.raw`^\S+ \S+ \S+ \[\d+\] LOG: +${READY}$`, "m");

/** Becomes the server, whose processes inherit the limit. One below it that is set already stays. */
const START = 'ulimit -d "$0" 2> /dev/null; exec "$@"';

export interface PostmasterOptions {
  name: string;
  /** The folder of `postgres`. */
  binaries: string;
  dataDirectory: string;
  user: ServiceUser;
  options: string[];
  /** The memory of its own that each server process may take; `null` for as much as there is. */
  processBytes: number | null;
  patienceSeconds?: number | undefined;
  logFile: string;
  log: (line: string) => void;
  /** The folders that the server writes into; one of them is meant when the disk is full. */
  places: Places;
  room: RoomOnDisk;
  /** Called when the server accepts connections again after it, or one of its processes, was killed. */
  onRecovered: () => void;
}

/** The room that a server can be given on a full disk. */
export interface RoomOnDisk {
  /** Makes room, and returns whether there was any to make. */
  makeRoom(): boolean;
  /** Makes room when there is little. */
  keepRoom(): void;
}

/** A server ended before it accepted connections, for another reason than a full disk. */
export class FailedStartError extends OperatorError {}

/** Runs one PostgreSQL server process until `stop`, and restarts it when it dies. */
export class Postmaster {
  readonly #options: PostmasterOptions;
  #child: ChildProcess | null = null;
  #serverLog: BoundedLog | null = null;
  #stopping = false;
  #restarting: Promise<void> = Promise.resolve();

  constructor(options: PostmasterOptions) {
    this.#options = options;
  }

  /** 0 while the server is not running: another process may have its id by then. */
  get pid(): number {
    return this.#child && isRunning(this.#child) ? (this.#child.pid ?? 0) : 0;
  }

  /** Resolves when the server accepts connections. Throws `OperatorError`. */
  async start(): Promise<void> {
    this.#serverLog = new BoundedLog(this.#options.logFile, LOG_BYTES);
    try {
      await this.#launchWithRoom();
    } catch (error) {
      this.#serverLog.close();
      throw error;
    }
  }

  /** Ends the server by a fast shutdown, which keeps committed work, and after the patience by an immediate one. */
  async stop(patienceMilliseconds = STOP_MILLISECONDS): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await this.#restarting;
    const child = this.#child;
    if (child && isRunning(child)) {
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGINT");
      const immediate = setTimeout(() => child.kill("SIGQUIT"), patienceMilliseconds);
      const killed = setTimeout(() => child.kill("SIGKILL"), patienceMilliseconds + KILL_MILLISECONDS);
      await ended;
      clearTimeout(immediate);
      clearTimeout(killed);
    }
    this.#serverLog?.close();
  }

  /**
   * Starts the server, and while the disk is too full for that, gives up the room that was kept for it and starts it
   * again.
   */
  async #launchWithRoom(): Promise<void> {
    for (;;) {
      try {
        return await this.#launch();
      } catch (error) {
        if (!(error instanceof DiskFullError) || !this.#options.room.makeRoom()) throw error;
      }
    }
  }

  async #launch(): Promise<void> {
    const { binaries, dataDirectory, options, user, processBytes } = this.#options;
    const server = [join(binaries, "postgres"), "-D", dataDirectory, ...options];
    const child = spawn("/bin/sh", ["-c", START, dataLimit(processBytes), ...server], {
      ...spawnOptionsFor(user),
      // The server gets its own session, so that Ctrl-C in the terminal reaches the supervisor alone.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#child = child;
    await this.#untilReady(child);
    child.once("exit", (code, signal) => {
      if (this.#stopping) return;
      this.#options.log(`The ${this.#options.name} PostgreSQL server stopped (${signal ?? code}). Restarting it.`);
      this.#restarting = this.#restart();
    });
  }

  #untilReady(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      let output = "";
      let ready = false;
      const endPatience = startPatience((this.#options.patienceSeconds ?? START_SECONDS) * 1_000, () =>
        child.kill("SIGQUIT"),
      );
      child.stderr?.on("data", (chunk: Buffer) => {
        this.#serverLog?.write(chunk);
        if (ready) {
          const lines = chunk.toString();
          if (findsDiskFull(lines)) this.#keepRoom();
          if (SERVER_IS_READY.test(lines)) this.#options.onRecovered();
          return;
        }
        output += chunk;
        ready = output.includes(READY);
        if (!ready) return;
        endPatience();
        resolve();
      });
      child.once("error", reject);
      child.once("close", () => {
        endPatience();
        if (!ready) reject(explainFailedStart(this.#options, output));
      });
    });
  }

  /** A server that recovers by itself would fail the same way again. */
  #keepRoom(): void {
    try {
      this.#options.room.keepRoom();
    } catch (error) {
      this.#options.log(`Couldn't free space on the disk (${String(error)}).`);
    }
  }

  async #restart(): Promise<void> {
    for (let pause = 100; !this.#stopping; pause = Math.min(pause * 2, LONGEST_BACKOFF_MILLISECONDS)) {
      await delay(pause);
      if (this.#stopping) return;
      try {
        await this.#launchWithRoom();
        this.#options.onRecovered();
        return;
      } catch (error) {
        this.#options.log(error instanceof Error ? error.message : String(error));
      }
    }
  }
}

function dataLimit(bytes: number | null): string {
  return bytes === null ? "unlimited" : String(Math.floor(bytes / 1024));
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function explainFailedStart({ name, logFile, places }: PostmasterOptions, output: string): OperatorError {
  if (/No space left on device/.test(output)) return diskFullError(places);
  const reason = output.split("\n").find((line) => /FATAL|PANIC|error while loading/.test(line)) ?? "it said nothing";
  return new FailedStartError(
    `The ${name} PostgreSQL server didn't start: ${reason.replace(/^.*?(FATAL|PANIC):\s*/, "")} (log: ${logFile})`,
  );
}
