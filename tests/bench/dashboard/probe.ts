import { setTimeout as delay } from "node:timers/promises";
import type { CDPSession, Page } from "@playwright/test";
import type { BenchPage } from "./pages";

const REST_MS = 250;
const REST_AT_MOST_S = 0.003;

/** The cost of one step in the browser, in milliseconds. */
export interface Cost {
  /** From the request, or the click, until the page is shown and its controls answer. */
  usable: number;
  /** Processor time of the page's main thread: scripts alone, and everything. */
  script: number;
  task: number;
}

/** Leaves the time of the document at which its page was usable in `window.benchUsableAt`. Runs before its scripts. */
function watchDocument(): void {
  const shown = JSON.parse(sessionStorage.getItem("bench") ?? "null") as BenchPage | null;
  if (!shown) return;
  const look = () => {
    const here = [...document.querySelectorAll(shown.selector)];
    const isShown = here.some(({ textContent }) => shown.text === undefined || textContent?.trim() === shown.text);
    // Buttons that only scripts answer say so until they are.
    const isAnswering = document.querySelector("header button") && !document.querySelector("header [aria-disabled]");
    if (!isShown || !isAnswering) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { benchUsableAt: performance.now() })));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Clicks a link by script, so without the prefetch of a hovering mouse, and answers when its page was shown. */
function followLink(shown: BenchPage): Promise<number> {
  return new Promise((resolve, reject) => {
    const link = document.querySelector<HTMLAnchorElement>(shown.link);
    if (!link) return reject(new Error(`No link to ${shown.path}.`));
    const startedAt = performance.now();
    const look = () => {
      const here = [...document.querySelectorAll(shown.selector)];
      const isShown = here.some(({ textContent }) => shown.text === undefined || textContent?.trim() === shown.text);
      if (location.pathname + location.search !== shown.path || !isShown) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    link.click();
  });
}

/** Measures pages in one tab, whose cache stays warm. */
export class Probe {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #origin: string;

  private constructor(page: Page, session: CDPSession, origin: string) {
    this.#page = page;
    this.#session = session;
    this.#origin = origin;
  }

  static async of(page: Page, origin: string): Promise<Probe> {
    const session = await page.context().newCDPSession(page);
    // Time of the thread rather than of the clock: other programs use the machine too.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.addInitScript(watchDocument);
    return new Probe(page, session, origin);
  }

  /** A whole document, as after typing its address. */
  async load(shown: BenchPage): Promise<Cost> {
    await this.#page.evaluate((value) => sessionStorage.setItem("bench", value), JSON.stringify(shown));
    return this.#costOf(new Map(), async () => {
      await this.#page.goto(this.#origin + shown.path);
      const usableAt = await this.#page
        .waitForFunction(() => (window as { benchUsableAt?: number }).benchUsableAt)
        .catch((cause: unknown) => {
          throw new Error(`${shown.name} is not usable.`, { cause });
        });
      return (await usableAt.jsonValue()) ?? Number.NaN;
    });
  }

  /** Returns the cost to open a page by its link, from the page that is shown. */
  async follow(shown: BenchPage): Promise<Cost> {
    if (shown.from !== undefined) await this.#goTo(shown.from);
    if (shown.menu !== undefined) await this.#page.locator(shown.menu).click();
    await this.#page.locator(shown.link).first().waitFor();
    return this.#costOf(await this.#metrics(), () => this.#page.evaluate(followLink, shown));
  }

  async #goTo(path: string): Promise<void> {
    await this.#page.goto(this.#origin + path, { waitUntil: "networkidle" });
    await this.#page.locator("header button[aria-label=Account]:not([aria-disabled])").waitFor();
    await this.#settled();
  }

  /** `before`: the earlier counts; nothing before a document, with which counting begins anew. */
  async #costOf(before: ReadonlyMap<string, number>, step: () => Promise<number>): Promise<Cost> {
    const usable = await step();
    const after = await this.#settled();
    const since = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000;
    return { usable, script: since("ScriptDuration"), task: since("TaskDuration") };
  }

  /** Once the main thread rests: prefetches, and parts loaded on demand, count as well. */
  async #settled(): Promise<Map<string, number>> {
    let last = await this.#metrics();
    for (;;) {
      await delay(REST_MS);
      const now = await this.#metrics();
      if ((now.get("TaskDuration") ?? 0) - (last.get("TaskDuration") ?? 0) < REST_AT_MOST_S) return now;
      last = now;
    }
  }

  async #metrics(): Promise<Map<string, number>> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}
