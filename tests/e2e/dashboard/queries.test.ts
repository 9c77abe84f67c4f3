import { violationsOf } from "../accessibility";
import { query } from "../made-database";
import { HOME } from "../page-test";
import { editor, expect, grid, main, messages, newTable, openEditor, run, tab, tasks, test } from "./sql-page";

test("a query with parameters has fields for their values, which are bound, kept and never NULL by chance", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key, name text)`);
  const address = await openEditor(page, database);
  const fields = main(page).getByRole("group", { name: "Parameters" });
  const field = (name: string) => fields.getByRole("textbox", { name, exact: true });
  await editor(page).fill(`insert into ${table} values (:id, :name) returning id, coalesce(name, 'none'), ':x'::text`);
  await expect(fields.getByRole("textbox")).toHaveCount(2);

  await editor(page).press("ControlOrMeta+Enter");
  await expect(main(page).getByRole("alert")).toContainText("Enter a value for :id");
  await field(":id").fill("one");
  await field(":name").fill("O'Neill");
  await field(":name").press("Enter");
  await expect(main(page).getByRole("alert")).toContainText(":id: invalid input syntax for type integer");
  await field(":id").fill("1");
  await field(":id").press("Enter");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["1", "O'Neill", ":x"]);

  await field(":id").fill("2");
  await fields.getByRole("button", { name: ":name is NULL" }).click();
  await expect(field(":name")).toHaveAttribute("placeholder", "NULL");
  expect(await violationsOf(page)).toEqual([]);
  await field(":id").press("Enter");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["2", "none", ":x"]);
  expect(await query(database, `select id, name from ${table} order by id`)).toEqual([
    { id: 1, name: "O'Neill" },
    { id: 2, name: null },
  ]);

  await page.goto(address);
  await expect(field(":id")).toHaveValue("2");
  await expect(field(":name")).toHaveAttribute("placeholder", "NULL");
  await editor(page).fill("select 1");
  await expect(fields).toHaveCount(0);
});

test("a saved query runs from the palette where it only reads; one that writes or has parameters waits", async ({
  page,
  database,
}) => {
  const table = newTable();
  await query(database, `create table ${table} (id int primary key)`);
  await openEditor(page, database);
  const save = async (name: string, text: string) => {
    await editor(page).fill(text);
    await editor(page).press("ControlOrMeta+s");
    const dialog = page.getByRole("dialog", { name: "Save query" });
    await dialog.getByLabel("Name").fill(`${name} ${table}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(tab(page, `${name} ${table}`)).toBeVisible();
    await page.getByRole("button", { name: "New tab" }).click();
  };
  await save("Read", `select count(*) as n from ${table}`);
  await save("Write", `insert into ${table} values (1)`);
  await save("Find", `select 'found ' || id from ${table} where id = :id`);
  const choose = async (name: string) => {
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("combobox", { name: "Search" }).fill(`run saved ${name} ${table}`);
    await page.getByRole("option", { name: `Run saved query: ${name} ${table}` }).click();
    await expect(tab(page, `${name} ${table}`)).toHaveAttribute("aria-selected", "true");
  };

  await page.goto(`${HOME}/databases/${database.id}`);
  await choose("Read");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["0"]);

  await choose("Write");
  await expect(editor(page)).toBeFocused();
  await expect(main(page).getByRole("button", { name: "Run and change rows" })).toBeVisible();
  expect(await query(database, `select id from ${table}`)).toEqual([]);
  await main(page).getByRole("button", { name: "Run and change rows" }).click();
  await expect(messages(page)).toContainText("Inserted 1 row");

  await choose("Find");
  const field = main(page).getByRole("textbox", { name: ":id" });
  await expect(field).toBeFocused();
  await expect(grid(page)).toHaveCount(0);
  await field.fill("1");
  await field.press("Enter");
  await expect(grid(page).getByRole("gridcell")).toHaveText(["found 1"]);
});

test("a long run is a task, which goes on and is cancelled while another page is shown", async ({ page, database }) => {
  await openEditor(page, database);
  await run(page, "select pg_sleep(4);".repeat(20));
  await tasks(page).click();
  const task = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Running Query 1" });
  await expect(task).toBeVisible();
  await page.getByRole("link", { name: "History", exact: true }).first().click();
  await expect(main(page).getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  await tasks(page).click();
  await task.getByRole("button", { name: /^Cancel: / }).click();
  await expect(task.getByText("Cancelled")).toBeVisible();
});
