import { type ChildProcess, spawn } from "node:child_process";
import { close, openSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { Agent, type Server, request as sendRequest } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { patienceSignal } from "@/lib/core/patience";
import { boundMemory } from "./bound-memory";
import { configurationOf, FILES } from "./configuration";
import { FunctionFolder } from "./function-folder";
import type { Launch, LaunchCommand } from "./launch";
import { majorFaultsOf } from "./process-usage";
import { REPORT_HEADER } from "./report-module";

const START_MILLISECONDS = 5_000;
const POLL_MILLISECONDS = 3;
const MAX_ERROR_BYTES = 16_384;
/** The engine's memory beside the function's own, with room for the watchdog to be first. */
const ENGINE_BYTES = 100 * 1_048_576;

interface ProcessParts {
  workerd: string;
  launch: Launch;
  root: string;
  /** No two processes have the same one at a time. */
  slot: number;
  script: string;
  environment: Readonly<Record<string, string>>;
  memoryBytes: number;
  /** Serves the outside that the process reaches, at a socket in its folder. */
  egress: Server;
}

type Started = Pick<ProcessParts, "egress" | "memoryBytes"> & Pick<LaunchCommand, "user">;

/** The output of a process that ended at its start. */
export class StartFailure extends Error {
  override readonly name = "StartFailure";
}

/** One process of the runtime, with one version of a function. */
export class FunctionProcess {
  readonly pid: number;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #memoryBytes: number;
  readonly #user: number | null;
  readonly #folder: FunctionFolder;
  readonly #egress: Server;
  #errors = "";
  #hasEnded = false;
  #isKilled = false;
  #socket: Pinned | null = null;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });

  private constructor(child: ChildProcess, folder: FunctionFolder, { egress, memoryBytes, user }: Started) {
    this.#memoryBytes = memoryBytes;
    this.#user = user;
    this.#child = child;
    this.#folder = folder;
    this.#egress = egress;
    this.pid = child.pid ?? 0;
    child.stderr?.on("data", (chunk: Buffer) => {
      if (this.#errors.length < MAX_ERROR_BYTES) this.#errors += chunk.toString("utf8");
    });
    this.ended = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      // Its output is complete only then.
      child.once("close", () => resolve());
    }).then(() => this.#cleanUp());
  }

  /** Starts the process; `untilListening` tells when it can be asked. */
  static async spawn(parts: ProcessParts): Promise<FunctionProcess> {
    const { launch, root, slot, script, egress } = parts;
    const configuration = configurationOf(parts);
    const user = launch.hasOwnUsers ? launch.commandFor(root, [], slot).user : null;
    const folder = await FunctionFolder.make(root, String(slot), { configuration, script }, user);
    await listen(egress, folder.join(FILES.egress));
    const command = launch.commandFor(folder.path, ["serve", FILES.configuration], slot);
    const filter = command.filterFile === null ? null : openSync(command.filterFile, "r");
    const child = spawn(command.file, command.args, {
      cwd: folder.path,
      env: {} as NodeJS.ProcessEnv,
      ...(command.user !== null && { uid: command.user, gid: command.user }),
      stdio: ["ignore", "ignore", "pipe", ...(filter === null ? [] : [filter])],
    });
    if (filter !== null) close(filter);
    return new FunctionProcess(child, folder, { ...parts, user: command.user });
  }

  /**
   * Throws `StartFailure` when the process ends first, or takes longer than 5 seconds, after which it is ended. Time in
   * which the runtime itself had to be read from a disk doesn't count.
   */
  async untilListening(): Promise<void> {
    let faults = 0;
    const hasRead = () => {
      const before = faults;
      faults = majorFaultsOf(this.pid);
      return faults > before;
    };
    const late = patienceSignal(START_MILLISECONDS, { isExcused: hasRead });
    while (!late.aborted && !this.#hasEnded) {
      const socket = await this.#folder.pin(FILES.http);
      if (socket && (await answers(socket.path, late))) {
        this.#socket = socket;
        // A call that comes now doesn't wait for it, and can't take much by then.
        void boundMemory(this.pid, this.#memoryBytes + ENGINE_BYTES, this.#user);
        return this.#folder.forget();
      }
      await socket?.release();
      await Promise.race([this.ended, delay(POLL_MILLISECONDS)]);
    }
    const hasEnded = this.#hasEnded;
    this.kill();
    await this.ended;
    throw new StartFailure(hasEnded ? this.#errors : "The function takes longer than 5 seconds to load.");
  }

  get target(): { socketPath: string; agent: Agent } {
    if (!this.#socket) throw new Error("a process was asked before it listens");
    return { socketPath: this.#socket.path, agent: this.#agent };
  }

  /** Resolves when the process answers, which it does only between the turns of its event loop. */
  ping(): Promise<boolean> {
    return this.#socket ? answers(this.#socket.path) : Promise.resolve(false);
  }

  kill(): void {
    if (this.#hasEnded) return;
    this.#isKilled = true;
    this.#child.kill("SIGKILL");
  }

  /** Returns how the process ended where nobody ended it; `null` otherwise. */
  get ownEnd(): "memory" | "crash" | null {
    if (!this.#hasEnded || this.#isKilled) return null;
    return /out of memory|cannot allocate memory/i.test(this.#errors) ? "memory" : "crash";
  }

  async #cleanUp(): Promise<void> {
    this.#hasEnded = true;
    this.#agent.destroy();
    this.#egress.close();
    this.#egress.closeAllConnections();
    await this.#socket?.release();
    await this.#folder.remove();
  }
}

type Pinned = NonNullable<Awaited<ReturnType<FunctionFolder["pin"]>>>;

/** The process may run as another user, who alone can enter the folder. */
async function listen(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o777);
}

/** Asks for a report that isn't there. The kernel accepts connections for a process that does not get to answer them. */
function answers(socketPath: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = ["host", "function", REPORT_HEADER, ""];
    const sent = sendRequest({ socketPath, path: "/", method: "GET", headers, setHost: false, agent: false, signal });
    sent.once("error", () => resolve(false));
    sent.once("response", (answer) => {
      answer.resume();
      resolve(true);
    });
    sent.end();
  });
}
