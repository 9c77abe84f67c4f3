import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { createDatabase } from "../made-database";
import { expect, HOME, ownerTest as test } from "../page-test";

const KB = 1_000;

/** First-load scripts of each page at most, in gzipped bytes; docs/decisions/057 has the figures. */
const LIMITS: Record<string, number> = {
  ...{ databases: 199 * KB, members: 230 * KB, keys: 258 * KB, audit: 227 * KB, usage: 222 * KB, settings: 199 * KB },
  ...{ account: 197 * KB, invitations: 197 * KB, overview: 210 * KB, sql: 280 * KB, history: 238 * KB },
  ...{ tables: 230 * KB, documents: 230 * KB, "restore-points": 257 * KB, events: 210 * KB },
};

/** The scripts that the document itself names, gzipped: what must be there before the page can be used. */
async function firstLoadBytes(page: Page, address: string): Promise<number> {
  const html = await (await page.request.get(address)).text();
  const sources = new Set([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => source ?? ""));
  let bytes = 0;
  for (const source of sources) {
    // For browsers that know no modules, which load nothing else.
    if (html.includes(`src="${source}" noModule`) || html.includes(`noModule="" src="${source}"`)) continue;
    bytes += gzipSync(await (await page.request.get(source)).body()).length;
  }
  return bytes;
}

test("no page of the dashboard grows unnoticed: its first scripts stay within a bound", async ({ page }) => {
  const { id } = await createDatabase("weight");
  const database = `${HOME}/databases/${id}`;
  await page.goto(database);
  await expect(page.getByRole("banner").getByRole("button", { name: "Connect" })).toBeVisible();
  const addresses: Record<string, string> = {
    databases: HOME,
    ...Object.fromEntries(["members", "keys", "audit", "usage", "settings"].map((name) => [name, `${HOME}/${name}`])),
    ...{ account: "/dashboard/account", invitations: "/dashboard/invitations", overview: database },
    ...Object.fromEntries(
      ["sql", "history", "tables", "documents", "restore-points", "events"].map((name) => [
        name,
        `${database}/${name}`,
      ]),
    ),
  };
  const figures: Record<string, number> = {};
  for (const [name, address] of Object.entries(addresses)) {
    const bytes = await firstLoadBytes(page, address);
    figures[name] = bytes;
    expect.soft(bytes, name).toBeGreaterThan(100 * KB);
    expect.soft(bytes, name).toBeLessThan(LIMITS[name] ?? 0);
  }
  mkdirSync("artifacts", { recursive: true });
  writeFileSync("artifacts/dashboard-first-load.json", `${JSON.stringify(figures, null, 2)}\n`);
});
