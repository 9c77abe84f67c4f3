import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";

const KB = 1_000;

/** The most first-load scripts of each page, in gzipped kB: some per cent more than docs/decisions/057 says. */
const LIMITS_KB: Record<string, number> = {
  ...{
    databases: 195,
    "databases-none-found": 195,
    members: 199,
    "restore-to-time": 195,
    "members-single-sign-on": 206,
    keys: 190,
    audit: 194,
  },
  ...{ usage: 191, billing: 199, projects: 199, organisation: 195, account: 196, invitations: 191, missing: 195 },
  ...{ "abuse-reports": 195, deploys: 192, "all-sign-ins": 200, "all-projects": 192, "administered-project": 199 },
  "installation-settings": 202,
  ...{ overview: 202, sql: 265, history: 200, "restore-points": 202, activity: 194, events: 188, branches: 195 },
  advice: 194,
  ...{ settings: 190, tables: 198, "new-table": 251, objects: 229, diagram: 243, rows: 298, structure: 245 },
  ...{
    definition: 191,
    documents: 225,
    collection: 225,
    project: 203,
    users: 203,
    user: 203,
    methods: 219,
    brand: 217,
  },
  ...{ "single-sign-on": 206, "user-organisations": 196, webhooks: 206, "project-keys": 205, mail: 216 },
  ...{ "sender-domain": 198, bounces: 190, "sign-ins": 199, why: 192, "project-settings": 215, "project-usage": 191 },
  ...{ logs: 199, realtime: 205, topics: 197, inspector: 203, functions: 196, function: 198, "function-try": 200 },
  ...{ "function-deployments": 192, "function-logs": 197, "function-secrets": 199, "function-schedules": 197 },
  ...{ "function-settings": 201, storage: 202, bucket: 212, "bucket-policy": 202 },
};

/** The scripts that documents themselves name, gzipped: they must be there before a page can be used. */
export class FirstLoad {
  readonly #page: Page;
  /** Pages share most of their scripts. */
  readonly #sizes = new Map<string, number>();
  readonly #figures: Record<string, number> = {};

  constructor(page: Page) {
    this.#page = page;
  }

  /** No page grows unnoticed: its first scripts stay within a bound. */
  async expectWithin(name: string, html: string): Promise<void> {
    const sources = new Set([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => source ?? ""));
    let bytes = 0;
    for (const source of sources) {
      // For browsers that know no modules, which load nothing else.
      if (html.includes(`src="${source}" noModule`) || html.includes(`noModule="" src="${source}"`)) continue;
      bytes += await this.#sizeOf(source);
    }
    this.#figures[name] = bytes;
    expect.soft(bytes, `${name}: first scripts`).toBeGreaterThan(100 * KB);
    expect.soft(bytes, `${name}: first scripts`).toBeLessThan((LIMITS_KB[name] ?? 0) * KB);
  }

  write(part: string): void {
    mkdirSync("artifacts", { recursive: true });
    writeFileSync(`artifacts/first-load-${part}.json`, `${JSON.stringify(this.#figures, null, 2)}\n`);
  }

  async #sizeOf(source: string): Promise<number> {
    const known = this.#sizes.get(source);
    if (known !== undefined) return known;
    const size = gzipSync(await (await this.#page.request.get(source)).body()).length;
    this.#sizes.set(source, size);
    return size;
  }
}
