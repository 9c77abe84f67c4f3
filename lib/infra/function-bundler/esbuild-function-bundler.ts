import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import PQueue from "p-queue";
import { ServiceError } from "@/lib/core/errors";
import {
  BundleError,
  type FunctionBundle,
  type FunctionBundler,
  type FunctionFiles,
  type FunctionFolder,
} from "@/lib/core/ports/function-bundler";
import type { BundleReply } from "./bundle-process";

const MAX_MILLISECONDS = 5_000;
const MAX_MEMORY_BYTES = 512 * 1024 ** 2;
const MAX_WAITING = 32;
const AT_ONCE = 2;

/**
 * Bundles by esbuild, each time in processes of their own that know no secrets of the service: what takes too much time
 * or memory ends alone.
 */
export class EsbuildFunctionBundler implements FunctionBundler {
  readonly #queue = new PQueue({ concurrency: AT_ONCE });
  /** Next would take a path in the call for a module of its own. */
  readonly #script: string;
  readonly #maxMilliseconds: number;

  constructor({ maxMilliseconds = MAX_MILLISECONDS } = {}) {
    this.#script = join(process.cwd(), "lib/infra/function-bundler/bundle-process.ts");
    this.#maxMilliseconds = maxMilliseconds;
  }

  bundle(sources: FunctionFiles): Promise<FunctionBundle> {
    return this.#bundle(sources);
  }

  bundleFolder(sources: FunctionFolder): Promise<FunctionBundle> {
    return this.#bundle(sources);
  }

  async #bundle(sources: FunctionFiles | FunctionFolder): Promise<FunctionBundle> {
    if (this.#queue.size >= MAX_WAITING) {
      throw new ServiceError("service_unavailable", "Too many functions are being deployed. Try again in a moment.");
    }
    const reply = await this.#queue.add(() => this.#run(sources));
    if ("faults" in reply) throw new BundleError(reply.faults);
    return reply.bundle;
  }

  async #run(sources: FunctionFiles | FunctionFolder): Promise<BundleReply> {
    const root = process.cwd();
    const child = fork(this.#script, [String(MAX_MEMORY_BYTES), root], {
      ...{
        env: {} as NodeJS.ProcessEnv,
        execArgv: [],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
      },
      // The compiler that it starts is ended with it.
      detached: true,
    });
    const timeout = AbortSignal.timeout(this.#maxMilliseconds);
    try {
      child.send(sources, () => {});
      const [reply] = await Promise.race([once(child, "message", { signal: timeout }), ended(child)]);
      return reply as BundleReply;
    } catch (error) {
      const message = timeout.aborted ? "The files take too long to bundle." : undefined;
      if (message === undefined) throw error;
      return { faults: [{ file: null, line: null, message }] };
    } finally {
      endGroup(child);
    }
  }
}

async function ended(child: ChildProcess): Promise<[BundleReply]> {
  await once(child, "exit");
  return [{ faults: [{ file: null, line: null, message: "The files take too much memory to bundle." }] }];
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
