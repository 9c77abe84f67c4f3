import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import pg from "pg";
import { test as base, credentials, expect, signIn } from "./page-test";

export interface MadeDatabase {
  id: string;
  connectionString: string;
}

/** By the API: how a database is made is tested elsewhere. */
export async function createDatabase(request: APIRequestContext): Promise<MadeDatabase> {
  const headers = { Authorization: `Bearer ${credentials.managementKey}` };
  const name = `sql-${randomUUID()}`.slice(0, 20);
  const made = await request.post("/api/v1/databases", { headers, data: { name } });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const read = async (path = "") => (await request.get(`/api/v1/databases/${id}${path}`, { headers })).json();
  await expect.poll(async () => ((await read()) as { status: string }).status, { timeout: 30_000 }).toBe("ready");
  return { id, ...((await read("/connection-string")) as { connectionString: string }) };
}

/** Tests that leave each other's tables alone share a database: the API lets few be made in a minute. */
export const test = base.extend<object, { database: MadeDatabase }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here
    async ({}, use) => {
      const { request } = await import("@playwright/test");
      const context = await request.newContext({ baseURL: process.env.COPPICE_URL ?? "" });
      await use(await createDatabase(context));
      await context.dispose();
    },
    { scope: "worker" },
  ],
});

/** Past the service, as the database's own role. */
export async function query(
  { connectionString }: MadeDatabase,
  text: string,
): Promise<Record<string, string | number | null>[]> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Signs in, and leads to a page of the database. Answers the page's address. */
export async function openPage(
  page: Page,
  { id }: Pick<MadeDatabase, "id">,
  name: "sql" | "history",
  account = credentials,
): Promise<string> {
  await signIn(page, account);
  await expect(page).toHaveURL(/\/dashboard\/org_[0-9a-z]{20}$/);
  const address = `${new URL(page.url()).pathname}/databases/${id}/${name}`;
  await page.goto(address);
  return address;
}

export const main = (page: Page) => page.getByRole("main");
export const editor = (page: Page) => page.getByRole("textbox", { name: "SQL" });
export const results = (page: Page) => main(page).getByRole("region", { name: /^Result/ });
export const grid = (page: Page) => main(page).getByRole("grid");

export async function openEditor(
  page: Page,
  database: Pick<MadeDatabase, "id">,
  account = credentials,
): Promise<string> {
  const address = await openPage(page, database, "sql", account);
  await expect(editor(page)).toBeVisible();
  return address;
}

/** Types the text in place of what is there, and runs all of it by the keyboard. */
export async function run(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await page.keyboard.press("ControlOrMeta+Enter");
}

export const newTable = () => `t_${randomUUID().replaceAll("-", "").slice(0, 12)}`;

export { credentials, expect };
