import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase, query } from "../made-database";
import { editor, expect, grid, main, messages, newTable, openEditor, openPage, results, run, test } from "./sql-page";

const items = (page: Page) => main(page).getByRole("group", { name: "Statements" }).getByRole("listitem");
const undoing = (page: Page) => page.getByRole("dialog", { name: "Undo this change" });

async function openHistory(page: Page): Promise<void> {
  await page.getByRole("navigation", { name: "Database" }).getByRole("link", { name: "History" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "History" })).toBeVisible();
}

test("a database in which nothing was run says so, and leads to the editor", async ({ page }) => {
  await openPage(page, await createDatabase(), "history");
  await expect(main(page).getByRole("heading", { name: "No statements yet" })).toBeVisible();
  await main(page).getByRole("link", { name: "Open the SQL editor" }).click();
  await expect(editor(page)).toBeVisible();
});

test("every statement is found with member, time, rows, duration and result; secrets are masked", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key)`);
  await openEditor(page, database);
  await run(page, `insert into ${table} select generate_series(1, 12)`);
  await expect(messages(page)).toContainText("12 rows");
  await run(page, `select ${table}.nope from ${table}`);
  await expect(main(page).getByRole("alert")).toBeVisible();
  const role = newTable();
  await run(page, `alter role ${role} password 'hunter2'`);
  await expect(main(page).getByRole("alert")).toContainText("rotate it in the dashboard");
  await openHistory(page);
  const altered = items(page).filter({ hasText: `alter role ${role}` });
  await expect(altered).toContainText("rotate it in the dashboard");
  await expect(altered).not.toContainText("hunter2");
  const inserted = items(page).filter({ hasText: `insert into ${table}` });
  await expect(inserted).not.toContainText("succeeded");
  await expect(inserted).toContainText(process.env.COPPICE_OWNER_EMAIL ?? "nobody");
  await expect(inserted).toContainText("12 rows");
  await expect(inserted).toContainText(/\d (ms|s)/);
  await expect(main(page).getByRole("heading", { level: 2, name: "Today" })).toBeVisible();

  await main(page).getByRole("searchbox", { name: "Find a statement" }).fill(table.toUpperCase());
  await expect(page).toHaveURL(/search=/);
  await expect(items(page)).toHaveCount(2);
  await main(page).getByRole("link", { name: "Failed", exact: true }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText("does not exist");
  await main(page).getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await expect(items(page).locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await items(page).getByRole("button", { name: "Open in editor" }).click();
  await expect(editor(page)).toContainText(`select ${table}.nope`);
});

test("a change is undone, done again, and not undone once somebody has changed its rows", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key, name text)`);
  await query(database, `insert into ${table} values (1, 'oak'), (2, 'ash')`);
  const names = async () => (await query(database, `select name from ${table} order by id`)).map(({ name }) => name);
  await openEditor(page, database);
  await run(page, `update ${table} set name = upper(name)`);
  await expect(messages(page)).toContainText("2 rows");
  await openHistory(page);
  const item = items(page).filter({ hasText: `update ${table}` });
  await item.getByRole("button", { name: "Undo" }).click();
  const rows = undoing(page).getByRole("table", { name: `Rows of public.${table} that undo changes` });
  await expect(rows.getByRole("row").nth(1)).toContainText("name: OAK → oak");
  await undoing(page).getByRole("button", { name: "Undo", exact: true }).click();
  await expect(undoing(page)).toHaveCount(0);
  await expect(item).toContainText("Undone");
  expect(await names()).toEqual(["oak", "ash"]);

  await item.getByRole("button", { name: "Redo" }).click();
  await expect(undoing(page)).toContainText("name: oak → OAK");
  await undoing(page).getByRole("button", { name: "Undo", exact: true }).click();
  await expect(undoing(page)).toHaveCount(0);
  expect(await names()).toEqual(["OAK", "ASH"]);

  await page.getByRole("navigation", { name: "Database" }).getByRole("link", { name: "SQL" }).click();
  await run(page, `delete from ${table} where id = 2`);
  await expect(messages(page)).toContainText("1 row");
  await query(database, `insert into ${table} values (2, 'elm')`);
  await openHistory(page);
  const deleted = items(page).filter({ hasText: `delete from ${table}` });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await expect(undoing(page).getByRole("alert")).toContainText("1 row changed since");
  await expect(undoing(page).getByRole("button", { name: "Undo", exact: true })).toBeDisabled();
  await undoing(page).getByRole("button", { name: "Cancel" }).click();
  expect(await names()).toEqual(["OAK", "elm"]);
});

test("a viewer reads the history and undoes nothing", async ({ page, database }) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key)`);
  await openEditor(page, database);
  await run(page, `insert into ${table} values (1)`);
  await expect(messages(page)).toContainText("1 row");
  await page.context().clearCookies();
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const added = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
  await openPage(page, database, "history", { email, password: added.password, managementKey: "" });
  await expect(items(page).filter({ hasText: `insert into ${table}` })).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("kept rows are shown, and deleting undo data gives their room back", async ({ page }) => {
  const database = await createDatabase();
  const table = newTable();
  await query(database, `create table ${table} (id int primary key)`);
  await openEditor(page, database);
  await run(page, `insert into ${table} values (1)`);
  await expect(messages(page)).toContainText("1 row");
  await openHistory(page);
  await expect(main(page)).toContainText(/[\d.]+ (bytes|[kMG]B) of 200 GB used/);
  const item = items(page).filter({ hasText: `insert into ${table}` });
  await expect(item.getByRole("button", { name: "Undo" })).toBeVisible();
  await main(page).getByRole("button", { name: "Delete undo data" }).click();
  const asking = page.getByRole("dialog", { name: "Delete undo data" });
  await asking.getByLabel("Changes").selectOption("All");
  await asking.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(item.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(main(page).getByRole("button", { name: "Delete undo data" })).toHaveCount(0);
});

test("pages lead to older statements, and none is shown twice", async ({ page }) => {
  const database = await createDatabase();
  await openEditor(page, database);
  await run(page, Array.from({ length: 60 }, (_, i) => `select ${i} as n;`).join("\n"));
  await expect(results(page)).toHaveCount(60);
  await expect(grid(page).first()).toBeVisible();
  await openHistory(page);
  await expect(items(page)).toHaveCount(50);
  await expect(items(page).first()).toContainText("select 59 as n");
  await main(page).getByRole("link", { name: "Older" }).click();
  await expect(items(page)).toHaveCount(10);
  await expect(items(page).first()).toContainText("select 9 as n");
  await expect(main(page).getByRole("link", { name: "Older" })).toHaveCount(0);
});

inEveryLook((look) => {
  test("the history is accessible and fits the screen", async ({ page, database }) => {
    const table = newTable();
    await query(database, `create table ${table} (id int primary key, name text)`);
    await openEditor(page, database);
    await run(
      page,
      `insert into ${table} select g, 'tree ' || g from generate_series(1, 5) g;\nselect nope from ${table}`,
    );
    await expect(main(page).getByRole("alert")).toBeVisible();
    await page.goto(page.url().replace(/\/sql$/, "/history"));
    await expect(items(page).first()).toBeVisible();
    await expectGoodLooks(page, `pages/dashboard-history-list-${look}`, { fullPage: false });
    await items(page).getByRole("button", { name: "Undo" }).first().click();
    await expect(undoing(page).getByRole("table")).toBeVisible();
    await expectGoodLooks(page, `pages/dashboard-history-undo-${look}`, { fullPage: false });
  });
});
