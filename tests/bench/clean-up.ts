/** The steps to undo at the end, newest first. */
export class CleanUp {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** One step that fails does not keep the others from running; the first failure is thrown at the end. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Runs `work` and cleans up behind it, also when it fails and when SIGINT or SIGTERM ends it. */
export async function withCleanUp<T>(work: (cleanUp: CleanUp) => Promise<T>): Promise<T> {
  const cleanUp = new CleanUp();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void cleanUp.run().finally(() => process.exit(130)));
  }
  try {
    return await work(cleanUp);
  } finally {
    await cleanUp.run();
  }
}
