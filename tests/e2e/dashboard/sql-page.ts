import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createDatabase, type MadeDatabase } from "../made-database";
import { credentials, expect, HOME, ownerTest, signIn } from "../page-test";

const sharedDatabase = () => createDatabase("shared");

/** Tests that leave each other's tables alone share a database: each takes seconds to make. */
export const test = ownerTest.extend<{ database: MadeDatabase }>({
  database: async ({ once }, use) => use(await once(sharedDatabase)),
});

/** Opens a page of the database, which others than the owner sign in for. Returns the page's address. */
export async function openPage(
  page: Page,
  { id }: Pick<MadeDatabase, "id">,
  name: "sql" | "history",
  account = credentials,
): Promise<string> {
  const address = `${HOME}/databases/${id}/${name}`;
  if (account === credentials) await page.goto(address);
  else await signInAs(page, account, address);
  return address;
}

async function signInAs(page: Page, account: typeof credentials, address: string): Promise<void> {
  await page.context().clearCookies();
  await signIn(page, account, address);
  await expect(page).toHaveURL(address);
}

export const main = (page: Page) => page.getByRole("main");
export const editor = (page: Page) => page.getByRole("textbox", { name: "SQL" });
export const tabs = (page: Page) => main(page).getByRole("tablist", { name: "Open queries" }).getByRole("tab");
/** The tabs of the results of a run, without that of its messages. */
export const results = (page: Page) => main(page).getByRole("tab", { name: /^Result/ });
/** The words of a run about each of its statements. */
export const messages = (page: Page) => main(page).getByRole("list", { name: "Messages" }).locator("> li");
/** The number of rows of the shown result, or of statements that have run. */
export const summary = (page: Page) =>
  main(page).getByRole("tablist", { name: "Results" }).locator("..").getByRole("status");
export const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name });
export const grid = (page: Page) => main(page).getByRole("grid");
/** The button of the list of tasks. The list, and the number on the button, tell of tasks of other tests too. */
export const tasks = (page: Page) => page.getByRole("banner").getByRole("button", { name: /task/i });

export async function openEditor(
  page: Page,
  database: Pick<MadeDatabase, "id">,
  account = credentials,
): Promise<string> {
  const address = await openPage(page, database, "sql", account);
  await expect(editor(page)).toBeVisible();
  return address;
}

/** Types the text in place of the present text, and runs all of it by the keyboard, once the run before has ended. */
export async function run(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await expect(main(page).getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Enter");
}

export const newTable = () => `t_${randomUUID().replaceAll("-", "").slice(0, 12)}`;

export { credentials, expect };
