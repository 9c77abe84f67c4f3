import type { Page } from "@playwright/test";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase, type MadeDatabase, query } from "../made-database";
import { editor, expect, main, messages, newTable, openEditor, run, tasks, test } from "./sql-page";

const runs = (page: Page) => main(page).getByRole("region", { name: "In the background" }).locator("[data-row]");

async function openHistory(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Database" }).getByRole("link", { name: "History" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "History" })).toBeVisible();
}

async function runInBackground(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await main(page).getByRole("button", { name: "More ways to run" }).click();
  await page.getByRole("menuitem", { name: /^Run in background/ }).click();
}

test("a run goes on in the background, is seen in the history with its rows, and is undone", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key)`);
  await openEditor(page, database);
  await runInBackground(page, `insert into ${table} values (1), (2);\nselect count(*) as found from ${table}`);
  const state = main(page)
    .getByRole("status")
    .filter({ hasText: /Queued|Running|Done/ });
  await expect(state).toContainText("Done", { timeout: 20_000 });
  await expect(main(page)).toContainText("INSERT, 2 rows");
  await expect(main(page).getByRole("cell", { name: "2" })).toBeVisible();
  await main(page).getByRole("link", { name: "History" }).click();
  await expect(runs(page).first()).toContainText("Done");
  await expect(runs(page).first()).toContainText(`insert into ${table}`);
  const item = main(page)
    .getByRole("group", { name: "Statements" })
    .getByRole("listitem")
    .filter({ hasText: `insert into ${table}` });
  await item.getByRole("button", { name: "Undo" }).click();
  const dialog = page.getByRole("dialog", { name: "Undo this change" });
  await dialog.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  expect(await query(database, `select id from ${table}`)).toEqual([]);
});

test("a statement that is stopped after 5 seconds goes on in the background, and is cancelled from the list of tasks", async ({
  page,
}) => {
  test.slow();
  const database = await createDatabase();
  const table = newTable();
  await openEditor(page, database);
  await run(page, `create table ${table} (id int);\nselect pg_sleep(600);\ninsert into ${table} values (1)`);
  const failure = main(page).getByRole("alert");
  await expect(failure).toContainText("Took longer than a statement may", { timeout: 20_000 });
  await failure.getByRole("button", { name: "Run in background" }).click();
  await expect(main(page).getByRole("status").filter({ hasText: "Running" })).toBeVisible({ timeout: 20_000 });
  await expect(main(page)).toContainText("goes on in the background when you leave");
  // A new document knows of the run by the service alone.
  await page.reload();
  await tasks(page).click();
  await expect(page.getByRole("dialog", { name: "Tasks", exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Cancel: Running in the background in ${database.name}` }).click();
  await openHistory(page);
  await expect(runs(page).first()).toContainText("Cancelled", { timeout: 20_000 });
  await runs(page).first().locator("summary").click();
  await expect(runs(page).first()).toContainText("The statement after it wasn't run.");
  expect(await query(database, `select id from ${table}`)).toEqual([]);
});

test("a restore point is asked for first, and a text that is refused is marked and not queued", async ({ page }) => {
  test.slow();
  const database = await createDatabase();
  await query(database, "create table hedges (id int)");
  await openEditor(page, database);
  await runInBackground(page, "drop table hedges");
  await page.getByRole("button", { name: "Create restore point and run in background" }).click();
  await expect(main(page).getByRole("status").filter({ hasText: "Done" })).toBeVisible({ timeout: 20_000 });
  expect(await query(database, "select to_regclass('hedges') as hedges")).toEqual([{ hedges: null }]);
  await runInBackground(page, "select 1;\nselect from where");
  await expect(main(page).getByRole("alert")).toContainText("syntax error");
  await expect(page.locator(".cm-lintRange-error")).toHaveText("where");
  await run(page, "select 'here again' as v");
  await expect(main(page).getByRole("gridcell")).toHaveText(["here again"]);
  await expect(messages(page)).toHaveCount(0);
});

async function fillHistory(page: Page, database: MadeDatabase): Promise<void> {
  await openEditor(page, database);
  await runInBackground(page, "select g as number, 'tree ' || g as name from generate_series(1, 20) g;\nselect nope");
  await expect(main(page).getByRole("status").filter({ hasText: "Failed" })).toBeVisible({ timeout: 20_000 });
}

inEveryLook((look) => {
  test("a run in the background is accessible and fits the screen, in the editor and in the history", async ({
    page,
    database,
  }) => {
    await fillHistory(page, database);
    await expectGoodLooks(page, `pages/dashboard-sql-background-${look}`, { fullPage: false });
    await page.goto(page.url().replace(/\/sql$/, "/history"));
    await runs(page).first().locator("summary").click();
    await expect(runs(page).first()).toContainText("line 2, column 8");
    await expectGoodLooks(page, `pages/dashboard-history-background-${look}`, { fullPage: false });
  });
});
