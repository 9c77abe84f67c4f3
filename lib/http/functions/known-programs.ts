import type { z } from "zod";
import { keyOf, type Taught } from "@/lib/core/function-wire";
import type { FunctionProgram } from "@/lib/core/ports/function-runtime";

type Program = z.infer<typeof Taught>;

const KEPT_MILLISECONDS = 10 * 60_000;
const MAX_BYTES = 512 * 1_048_576;

/** The programs that other processes told this one about; those not asked for in a while are forgotten. */
export class KnownPrograms {
  readonly #byKey = new Map<string, { program: Program; usedAt: number; bytes: number }>();

  learn(program: Program): void {
    this.#byKey.set(keyOf(program.head), { program, usedAt: performance.now(), bytes: program.code.script.length });
    this.#forget();
  }

  /** Returns `null` for a program that is not known, or no longer. */
  find(key: string): FunctionProgram | null {
    const known = this.#byKey.get(key);
    if (!known) return null;
    this.#byKey.delete(key);
    this.#byKey.set(key, { ...known, usedAt: performance.now() });
    return { ...known.program.head, load: async () => known.program.code };
  }

  /** The ones at the start were used the longest ago. */
  #forget(): void {
    let bytes = [...this.#byKey.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [key, each] of this.#byKey) {
      if (bytes <= MAX_BYTES && each.usedAt > performance.now() - KEPT_MILLISECONDS) return;
      this.#byKey.delete(key);
      bytes -= each.bytes;
    }
  }
}
