import { availableParallelism } from "node:os";
import { join } from "node:path";
import workerpool from "workerpool";
import { ServiceError } from "@/lib/core/errors";
import type { PictureMaker, PictureOrder } from "@/lib/core/ports/picture-maker";

const MAX_MILLISECONDS = 10_000;
const MAX_MEMORY_BYTES = 512 * 1024 ** 2;

/**
 * Makes pictures by libvips, each in a process that makes one at a time and knows no secrets of the service. A picture
 * that takes too long or too much memory ends its process alone.
 */
export class SharpPictureMaker implements PictureMaker {
  readonly atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
  readonly #pool: workerpool.Pool;
  readonly #maxMilliseconds: number;

  constructor({ maxMilliseconds = MAX_MILLISECONDS, maxMemoryBytes = MAX_MEMORY_BYTES } = {}) {
    this.#maxMilliseconds = maxMilliseconds;
    this.#pool = workerpool.pool(join(process.cwd(), "lib/infra/pictures/picture-process.ts"), {
      workerType: "process",
      maxWorkers: this.atOnce,
      forkArgs: [String(maxMemoryBytes)],
      forkOpts: { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"] },
    });
  }

  async make(order: PictureOrder): Promise<void> {
    try {
      await this.#pool.exec("make", [order]).timeout(this.#maxMilliseconds);
    } catch (cause) {
      throw new ServiceError("picture_failed", messageOf(cause as Error), { cause });
    }
  }

  async close(): Promise<void> {
    await this.#pool.terminate(true);
  }
}

/** Libvips tells of paths and of itself; the caller is told a remedy. */
function messageOf({ name, message }: Error): string {
  if (name === "TimeoutError") return "The picture takes too long to make.";
  if (/terminated unexpectedly/i.test(message)) return "The picture takes too much memory to make.";
  if (/exceeds pixel limit/i.test(message)) return "The picture has more than 50 million pixels.";
  return "The object isn't a picture that can be read: JPEG, PNG, WebP, GIF or AVIF.";
}
