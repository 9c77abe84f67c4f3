import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { findProcesses } from "@/tests/support/supervised-service";
import type { CleanUp } from "../clean-up";
import { parentOf } from "../memory";
import { type Kind, PARTS, PARTS_ON_DEMAND, type Part } from "./kinds";

const PATIENCE_MILLISECONDS = 300_000;
const ROLE = new RegExp(`(?:^| )COPPICE_ROLES=(web|worker|${PARTS_ON_DEMAND.join("|")}) `);

interface Options {
  /** The program of the service. */
  program?: string;
  /** Further variables of an operator. */
  variables?: Record<string, string>;
}

/** The built service as `npm start` runs it, on a data folder of its own, to be killed and started again. */
export class KillableService {
  readonly dataFolder: string;
  readonly baseUrl: string;
  readonly logFile: string;
  /** Starts that ended by themselves, as while a process of the killed one still has the port. */
  refusedStarts = 0;
  readonly #options: Options;
  readonly #port: string;
  #supervisor: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  private constructor(folder: string, port: number, options: Options) {
    this.#options = options;
    this.dataFolder = join(folder, "data");
    this.logFile = join(folder, "service.log");
    this.#port = String(port);
    this.baseUrl = `http://127.0.0.1:${port}`;
  }

  static async start(cleanUp: CleanUp, folder: string, options: Options = {}): Promise<KillableService> {
    const service = new KillableService(folder, await findFreePort([]), options);
    cleanUp.add(() => service.stop());
    service.#launch();
    // The first run makes an organisation after the service answers.
    const isServing = () => (readFileSync(service.logFile, "utf8").includes("Ctrl-C stops it") ? true : null);
    await service.#until("The first start", isServing);
    return service;
  }

  get supervisorPid(): number {
    return this.#supervisor?.pid ?? 0;
  }

  /** Returns the processes of this moment; one that has just ended is missing. */
  parts(): Map<Part, number> {
    const supervisor = this.#supervisor?.pid;
    const children = findProcesses(({ pid }) => supervisor !== undefined && parentOf(pid) === supervisor);
    return new Map(
      children.flatMap(({ pid, command, environment, workingFolder }) => {
        const part = partOf(command, environment, workingFolder);
        return part ? [[part, pid] as const] : [];
      }),
    );
  }

  /** Waits until every process is there, and ends those of this kind at once. Returns the killed ones. */
  async kill(kind: Kind): Promise<Map<Part, number>> {
    const parts = await this.untilComplete(kind.parts);
    const supervisor = this.#supervisor;
    // First, so that it starts nothing anew in between.
    if (kind.killsSupervisor) supervisor?.kill("SIGKILL");
    for (const part of kind.parts) kill(parts.get(part));
    if (!kind.killsSupervisor) return new Map(kind.parts.map((part) => [part, parts.get(part) ?? 0]));
    await this.#exited;
    this.#launch();
    return parts;
  }

  /** Resolves when every process, and each of `further`, is there and none of them is one of `killed`. */
  async untilComplete(
    further: readonly Part[] = [],
    killed: ReadonlyMap<Part, number> = new Map(),
  ): Promise<Map<Part, number>> {
    return this.#until("All processes", () => {
      const parts = this.parts();
      return [...PARTS, ...further].every((part) => parts.has(part) && parts.get(part) !== killed.get(part))
        ? parts
        : null;
    });
  }

  /** The data directory of a postmaster, which is its working directory. */
  workingFolderOf(part: Part): string {
    const pid = this.parts().get(part);
    const found = findProcesses((process) => process.pid === pid)[0];
    if (!found) throw new Error(`There is no ${part}.`);
    return found.workingFolder;
  }

  async untilReady(): Promise<void> {
    await this.#until("/ready", async () => {
      const answer = await fetch(`${this.baseUrl}/ready`, { signal: AbortSignal.timeout(5_000) });
      return answer.status === 200 ? true : null;
    });
  }

  /** Polls until `look` returns something; its errors count as nothing yet. */
  async #until<T>(what: string, look: () => T | null | Promise<T | null>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MILLISECONDS;
    for (;;) {
      const found = await Promise.resolve()
        .then(look)
        .catch(() => null);
      if (found !== null) return found;
      if (performance.now() > deadline) {
        const log = readFileSync(this.logFile, "utf8").slice(-10_000);
        throw new Error(`${what}: not back after ${PATIENCE_MILLISECONDS / 1_000} s. The service wrote:\n${log}`);
      }
      await delay(20);
    }
  }

  #launch(): void {
    const output = openSync(this.logFile, "a", 0o600);
    const { PATH = "", HOME = "" } = process.env;
    const { program = "dist/server.js", variables } = this.#options;
    const settings = { PORT: this.#port, COPPICE_DATA_DIR: this.dataFolder, LOG_LEVEL: "warn", ...variables };
    const env = { PATH, HOME, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...settings } as const;
    // A killed campaign leaves nothing behind: the service ends with the process that started it.
    const args = [program, `--parent=${process.pid}`];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", output, output], detached: true });
    closeSync(output);
    this.#supervisor = child;
    this.#exited = once(child, "exit").then(([code]) => {
      if (code === null || this.#isStopping) return;
      this.refusedStarts += 1;
      this.#launch();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#supervisor;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await this.#exited;
  }
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself in between.
  }
}

function partOf(command: string, environment: string, workingFolder: string): Part | null {
  if (command.includes("--host-guard")) return "host guard";
  const cluster = /\/(control|host)(?:-1)?\/data$/.exec(workingFolder)?.[1];
  if (cluster) return `${cluster as "control" | "host"} postmaster`;
  return (ROLE.exec(environment)?.[1] as Part | undefined) ?? null;
}
