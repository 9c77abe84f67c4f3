import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { Mailbox } from "../hosted/mailbox";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const preview = (page: Page) => main(page).frameLocator("iframe[title='Preview of the email']");
const subject = (page: Page) => main(page).getByRole("textbox", { name: "Subject and heading" });

async function makeProject(): Promise<{ id: string; address: string }> {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  return { id, address: `${HOME}/projects/${id}/mail` };
}

async function signInAs(page: Page, role: string, address: string): Promise<string> {
  const email = `${randomUUID()}@members.example`;
  const options = ["--role", role, "--generate-password"];
  const { password } = await coppice("member", "add", process.env.COPPICE_ORG_ID ?? "", email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, address);
  return email;
}

test("a developer changes an email's texts, sees it, sends it to themselves and resets it", async ({ page }) => {
  const { id, address } = await makeProject();
  const email = await signInAs(page, "developer", address);
  await main(page).getByLabel("Email", { exact: true }).selectOption("password-reset");
  await main(page).getByLabel("Language", { exact: true }).selectOption("de");
  await expect(preview(page).locator("html")).toHaveAttribute("lang", "de");
  await subject(page).fill("Ahoi {{app}}");
  await expect(main(page).getByText("Save before you send a test.")).toBeVisible();
  await main(page).getByRole("button", { name: "Save" }).last().click();
  await expect(subject(page)).toHaveAccessibleDescription(/\{\{app\}\} is no placeholder of this text\./);
  await subject(page).fill("Ahoi an Bord");
  await expect(preview(page).getByText("Ahoi an Bord")).toBeVisible();
  await main(page).getByRole("button", { name: "Save" }).last().click();
  await expect(main(page).getByText("Saved.")).toBeVisible();
  const { items } = await coppice("project", "mail-template", "list", id);
  expect(JSON.stringify(items)).toContain("Ahoi an Bord");

  await main(page).getByRole("button", { name: "Send test email" }).click();
  await expect(main(page).getByText(`Sent a test to ${email}.`)).toBeVisible();
  expect((await new Mailbox(email).next()).subject).toContain("Ahoi an Bord");

  await main(page).getByRole("button", { name: "Reset this email" }).click();
  await expect(subject(page)).toHaveValue("");
  await main(page).getByRole("button", { name: "Save" }).last().click();
  await expect(main(page).getByText("Saved.")).toBeVisible();
  expect(JSON.stringify((await coppice("project", "mail-template", "list", id)).items)).not.toContain("Ahoi");
});

test("a viewer reads the texts, and changes and sends nothing", async ({ page }) => {
  const { address } = await makeProject();
  await signInAs(page, "viewer", address);
  await expect(main(page).getByText("Developers, admins and owners can change it.")).toBeVisible();
  await expect(subject(page)).toBeDisabled();
  await expect(main(page).getByRole("button", { name: /Save|Send test email/ })).toHaveCount(0);
});
