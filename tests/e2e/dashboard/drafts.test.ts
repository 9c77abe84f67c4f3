import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { query } from "../made-database";
import { signIn } from "../page-test";
import { editor, expect, main, openEditor, openPage, test } from "./sql-page";

test.use({ refusals: /with a status of 50[23]/ });

const organisation = process.env.COPPICE_ORG_ID ?? "";
const dialog = (page: Page) => page.getByRole("dialog", { name: "Draft with AI" });

/** A project of its own, since drafts of each are limited. */
async function makeProject(): Promise<string> {
  const name = `Drafts ${randomUUID().slice(0, 8)}`;
  await coppice("project", "create", organisation, name);
  return name;
}

async function openDialog(page: Page, project: string): Promise<void> {
  await main(page).getByRole("button", { name: "Draft with AI" }).click();
  await dialog(page).getByLabel("Counts against").selectOption(project);
}

const ask = async (page: Page, prompt: string) => {
  await dialog(page).getByLabel("Purpose of the schema").fill(prompt);
  await dialog(page).getByRole("button", { name: "Draft", exact: true }).click();
};

test("a draft is put into the editor behind the text there, and runs nothing", async ({ page, database }) => {
  const project = await makeProject();
  await openEditor(page, database);
  await editor(page).fill("select 1;");
  await openDialog(page, project);
  await ask(page, "Authors, but be down");
  await expect(dialog(page).getByRole("alert")).toHaveText(/language model/);
  await ask(page, "Authors, then drop it");
  await expect(dialog(page).getByRole("alert")).toHaveText(
    "The language model gave no draft that fits. Say it in other words.",
  );
  await ask(page, "Authors");
  await expect(dialog(page)).toBeHidden();
  await expect(editor(page)).toContainText("select 1;");
  await expect(editor(page)).toContainText("CREATE TABLE authors (id int PRIMARY KEY);");
  await expect(editor(page)).toBeFocused();
  await expect(main(page).getByText("Results show here.")).toBeVisible();
  const found = await query(database, "select to_regclass('public.authors') is null as missing");
  expect(found).toEqual([{ missing: true }]);
});

test("the palette opens it, and a member who may not change data is not offered it", async ({ page, database }) => {
  await openEditor(page, database);
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search" }).fill("draft with");
  await page.getByRole("option", { name: "Draft with AI" }).click();
  await expect(dialog(page)).toBeVisible();
  const email = `${randomUUID()}@viewer.example`;
  const options = ["--role", "viewer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, `/dashboard/${organisation}/databases/${database.id}/sql`);
  await expect(main(page).getByRole("button", { name: "Explain" })).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Draft with AI" })).toHaveCount(0);
});

inEveryLook((look) => {
  test("its dialog is accessible and fits the screen", async ({ page, database }) => {
    const project = await makeProject();
    await openPage(page, database, "sql");
    await expect(editor(page)).toBeVisible();
    await openDialog(page, project);
    await ask(page, "Authors, but be down");
    await expect(dialog(page).getByRole("alert")).toBeVisible();
    await expectGoodLooks(page, `draft-with-ai-${look}`, { within: "[role=dialog]" });
  });
});
