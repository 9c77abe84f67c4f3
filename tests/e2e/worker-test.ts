import { type Browser, test as base } from "@playwright/test";

export interface Worker {
  browser: Browser;
  /** Sets the work for the worker's end. */
  onEnd(work: () => unknown): void;
}

/** Makes the fixture that the tests of a worker share. */
export type Make<Made> = (worker: Worker) => Promise<Made>;

type Once = <Made>(make: Make<Made>) => Promise<Made>;

/**
 * The test that all others extend. Its one fixture of a worker makes the things that several tests share, for the first
 * that asks: workers of Playwright end, and their browsers with them, between tests that differ in the fixtures of
 * workers.
 */
export const test = base.extend<object, { once: Once }>({
  once: [
    async ({ browser }, use) => {
      const made = new Map<Make<unknown>, Promise<unknown>>();
      const endings: (() => unknown)[] = [];
      const onEnd = (work: () => unknown) => void endings.unshift(work);
      await use((make) => {
        const known = made.get(make) ?? make({ browser, onEnd });
        made.set(make, known);
        return known as ReturnType<typeof make>;
      });
      for (const end of endings) await end();
    },
    { scope: "worker" },
  ],
});
