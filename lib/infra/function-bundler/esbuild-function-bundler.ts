import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { patienceSignal } from "@/lib/core/patience";
import {
  BundleError,
  type FunctionBundle,
  type FunctionBundler,
  type FunctionFiles,
  type FunctionFolder,
} from "@/lib/core/ports/function-bundler";
import { FairQueue } from "@/lib/core/queue/fair-queue";
import type { BundleReply } from "./bundle-process";

/** Of the processor, so that a busy machine refuses nothing that a quiet one takes. */
const MAX_PROCESSOR_MILLISECONDS = 5_000;
/** Work that waits for something else than the processor is ended too. */
const MAX_MILLISECONDS = 60_000;
const MAX_MEMORY_BYTES = 512 * 1024 ** 2;
const MAX_WAITING_OF_PROJECT = 8;
const PATIENCE_MILLISECONDS = 25_000;
const AT_ONCE = 4;

/**
 * Bundles by esbuild, each time in processes of their own that know no secrets of the service: a bundle that takes too
 * much time or memory ends alone.
 */
export class EsbuildFunctionBundler implements FunctionBundler {
  readonly #queue = new FairQueue({
    ...{ places: AT_ONCE, waitingOfOwner: MAX_WAITING_OF_PROJECT, patienceMilliseconds: PATIENCE_MILLISECONDS },
    refusal: "Too many functions are being deployed.",
  });
  /** Next would take a path in the call for a module of its own. */
  readonly #script: string;
  readonly #maxProcessorMilliseconds: number;

  constructor({ maxProcessorMilliseconds = MAX_PROCESSOR_MILLISECONDS } = {}) {
    this.#script = join(process.cwd(), "lib/infra/function-bundler/bundle-process.ts");
    this.#maxProcessorMilliseconds = maxProcessorMilliseconds;
  }

  bundle(projectId: string, sources: FunctionFiles): Promise<FunctionBundle> {
    const work = () => this.#run(sources, this.#maxProcessorMilliseconds, patienceSignal(MAX_MILLISECONDS));
    return this.#queue.run(projectId, work);
  }

  bundleFolder(sources: FunctionFolder): Promise<FunctionBundle> {
    return this.#run(sources, Number.POSITIVE_INFINITY, new AbortController().signal);
  }

  async #run(
    sources: FunctionFiles | FunctionFolder,
    maxProcessorMilliseconds: number,
    timeout: AbortSignal,
  ): Promise<FunctionBundle> {
    const reply = await this.#ask(sources, maxProcessorMilliseconds, timeout);
    if ("faults" in reply) throw new BundleError(reply.faults);
    return reply.bundle;
  }

  async #ask(
    sources: FunctionFiles | FunctionFolder,
    maxProcessorMilliseconds: number,
    timeout: AbortSignal,
  ): Promise<BundleReply> {
    const root = process.cwd();
    const child = fork(this.#script, [String(MAX_MEMORY_BYTES), root, String(maxProcessorMilliseconds)], {
      ...{
        env: {} as NodeJS.ProcessEnv,
        execArgv: [],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
        serialization: "advanced",
      },
      // The compiler that it starts is ended with it.
      detached: true,
    });
    try {
      child.send(sources, () => {});
      const [reply] = await Promise.race([once(child, "message", { signal: timeout }), ended(child)]);
      return reply as BundleReply;
    } catch (error) {
      if (!timeout.aborted) throw error;
      return { faults: [{ file: null, line: null, message: "The files take too long to bundle." }] };
    } finally {
      endGroup(child);
    }
  }
}

async function ended(child: ChildProcess): Promise<[BundleReply]> {
  // Not "exit", after which the reply can still come.
  await once(child, "disconnect");
  return [{ faults: [{ file: null, line: null, message: "The files take too much memory to bundle." }] }];
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
