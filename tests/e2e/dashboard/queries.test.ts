import { AxeBuilder } from "@axe-core/playwright";
import { query } from "../made-database";
import { editor, expect, grid, main, newTable, openEditor, test } from "./sql-page";

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
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
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
