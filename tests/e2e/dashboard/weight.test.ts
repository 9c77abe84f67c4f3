import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { createDatabase, query } from "../made-database";
import { signInAsOperator } from "../operator";
import { expect, HOME, ownerTest as test } from "../page-test";

const KB = 1_000;

/** The most first-load scripts of each page, in gzipped kB: some per cent more than docs/decisions/057 says. */
const LIMITS_KB: Record<string, number> = {
  ...{ databases: 195, members: 199, keys: 190, audit: 194, usage: 191, settings: 195, account: 196, invitations: 191 },
  ...{ sso: 206 },
  ...{ overview: 202, "database: sql": 265, "database: history": 199, "database: tables": 198 },
  ...{ "database: documents": 225, "database: restore-points": 202, "database: activity": 194 },
  ...{ "database: events": 188, "database: branches": 195, "database: settings": 196 },
  ...{ "database: tables/picture": 243, "database: tables/objects": 229, "database: tables/new": 251 },
  ...{ projects: 199, project: 203, "project: users": 208, "project: organizations": 196, "project: methods": 219 },
  ...{ "project: brand": 217, "project: mail": 216, "project: mail/domain": 198, "project: mail/bounces": 190 },
  ...{ "project: keys": 205, "project: webhooks": 206, "project: events": 199, "project: events/why": 192 },
  ...{ "project: sso": 206 },
  ...{ "project: settings": 215, "project: storage": 202, "project: bucket": 212, "project: policy": 202 },
  ...{ "project: realtime": 205, "project: realtime/topics": 197, "project: realtime/inspector": 203 },
  ...{ "project: usage": 191, "project: functions": 196, "function: ": 198, "function: /try": 200 },
  ...{ "function: /deployments": 192, "function: /logs": 197, "function: /secrets": 199 },
  ...{ "function: /schedules": 198, "function: /settings": 200 },
  ...{ "admin: ": 195, "admin: /projects": 192, "admin: /deploys": 192, "admin: /sign-ins": 200 },
  ...{ "table: rows": 298, "table: structure": 245, "table: definition": 191 },
};

const PAGES_OF_DATABASE = [
  ...["sql", "history", "tables", "documents", "restore-points", "activity", "events", "branches", "settings"],
  ...["tables/picture", "tables/objects", "tables/new"],
];
const PAGES_OF_PROJECT = [
  ...["users", "organizations", "methods", "brand", "mail", "mail/domain", "mail/bounces", "keys", "webhooks"],
  ...["sso", "events", "events/why", "realtime", "realtime/topics", "realtime/inspector", "functions", "usage"],
  "settings",
];
const PAGES_OF_FUNCTION = ["", "/try", "/deployments", "/logs", "/secrets", "/schedules", "/settings"];
const PAGES_OF_ADMINISTRATION = ["", "/projects", "/deploys", "/sign-ins"];
const PAGES_OF_TABLE = ["rows", "structure", "definition"];

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
  const made = await createDatabase("weight");
  await query(made, "CREATE TABLE weighed (id int PRIMARY KEY)");
  const database = `${HOME}/databases/${made.id}`;
  await page.goto(database);
  await expect(page.getByRole("banner").getByRole("button", { name: "Connect" })).toBeVisible();
  const addresses: Record<string, string> = { databases: HOME, overview: database };
  for (const name of ["members", "sso", "keys", "audit", "usage", "settings"]) addresses[name] = `${HOME}/${name}`;
  for (const name of ["account", "invitations"]) addresses[name] = `/dashboard/${name}`;
  for (const name of PAGES_OF_DATABASE) addresses[`database: ${name}`] = `${database}/${name}`;
  for (const name of PAGES_OF_TABLE) {
    addresses[`table: ${name}`] = `${database}/tables/${name}?schema=public&table=weighed`;
  }
  const { id: projectId } = await coppice(
    "project",
    "create",
    process.env.COPPICE_ORG_ID ?? "",
    `Weighed ${randomUUID()}`,
  );
  addresses.projects = `${HOME}/projects`;
  addresses.project = `${HOME}/projects/${projectId}`;
  for (const name of PAGES_OF_PROJECT) addresses[`project: ${name}`] = `${addresses.project}/${name}`;
  const { id: bucketId } = await coppice("bucket", "create", "weighed", "--project", projectId);
  addresses["project: storage"] = `${addresses.project}/storage`;
  addresses["project: bucket"] = `${addresses["project: storage"]}/${bucketId}`;
  addresses["project: policy"] = `${addresses["project: bucket"]}/policy`;
  await coppice("functions", "deploy", "examples/functions/hello", "--project", projectId);
  for (const path of PAGES_OF_FUNCTION) addresses[`function: ${path}`] = `${addresses.project}/functions/hello${path}`;
  const figures = await expectWithinBounds(page, addresses);
  mkdirSync("artifacts", { recursive: true });
  writeFileSync("artifacts/dashboard-first-load.json", `${JSON.stringify(figures, null, 2)}\n`);
});

test.describe("signed in as an operator", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("no page of administration grows unnoticed", async ({ page }) => {
    await signInAsOperator(page);
    const addresses = PAGES_OF_ADMINISTRATION.map((path) => [`admin: ${path}`, `/dashboard/admin${path}`]);
    await expectWithinBounds(page, Object.fromEntries(addresses));
  });
});

/** Returns the bytes of each page by its name. */
async function expectWithinBounds(page: Page, addresses: Record<string, string>): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [name, address] of Object.entries(addresses)) {
    const bytes = await firstLoadBytes(page, address);
    figures[name] = bytes;
    expect.soft(bytes, name).toBeGreaterThan(100 * KB);
    expect.soft(bytes, name).toBeLessThan((LIMITS_KB[name] ?? 0) * KB);
  }
  return figures;
}
