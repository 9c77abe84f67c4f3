import type { Page } from "@playwright/test";
import { editor, expect, main, openEditor, tab, tabs, test } from "./sql-page";

/** Returns the texts of all tabs of a window, opened in turn. */
async function textsOf(page: Page, count: number): Promise<string[]> {
  await expect(tabs(page)).toHaveCount(count);
  const texts: string[] = [];
  for (const each of await tabs(page).all()) {
    await each.click();
    await expect(editor(page)).toBeVisible();
    texts.push(((await editor(page).textContent()) ?? "").trim());
  }
  return texts;
}

test("DA-H1: text that is typed into one tab in two windows stays, in both and after they are loaded again", async ({
  page,
  context,
  database,
}) => {
  const address = await openEditor(page, database);
  const other = await context.newPage();
  await other.goto(address);
  await editor(other).fill("");
  await editor(page).pressSequentially("select 'of one'");
  await expect(editor(other)).toContainText("select 'of one'");
  await editor(other).fill("select 'of the other'");
  await expect(tabs(page)).toHaveCount(2);
  await editor(page).pressSequentially(" as more");
  await expect(tabs(other)).toHaveCount(2);
  const both = ["select 'of one' as more", "select 'of the other'"];
  for (const each of [page, other]) expect((await textsOf(each, 2)).sort()).toEqual(both);
  await other.reload();
  expect((await textsOf(other, 2)).sort()).toEqual(both);
  await tab(other, "(2)").click();
  await expect(editor(other)).toContainText("as more");
  await other.reload();
  await expect(editor(other)).toContainText("as more");
});

test("DA-H1: a tab that is added in one window is there in the other", async ({ page, context, database }) => {
  const address = await openEditor(page, database);
  const other = await context.newPage();
  await other.goto(address);
  const before = await tabs(page).count();
  await expect(tabs(other)).toHaveCount(before);
  await main(other).getByRole("button", { name: "New tab" }).click();
  await editor(other).pressSequentially("select 'added'");
  await expect(tabs(page)).toHaveCount(before + 1);
  await tabs(page).last().click();
  await expect(editor(page)).toContainText("select 'added'");
});
