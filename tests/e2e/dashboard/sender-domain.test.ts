import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";
import { publishTxt } from "../txt-records";

const main = (page: Page) => page.getByRole("main");
const state = (page: Page) => main(page).getByRole("status");

/** A TXT record consists of strings of at most 255 bytes. */
const inStrings = (value: string) => value.match(/.{1,200}/g) ?? [];

async function makeProject(): Promise<{ id: string; home: string }> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  return { id, home: `${HOME}/projects/${id}/mail/domain` };
}

test("a domain is added, its records are compared with the found ones, its key is rotated, and it is removed", async ({
  page,
}) => {
  const { home } = await makeProject();
  const domain = `shop-${randomUUID().slice(0, 8)}.example`;
  await page.goto(home);
  await expect(main(page).getByText("Emails come from")).toContainText("no-reply@");
  await main(page).getByRole("textbox", { name: "Domain" }).fill("co.uk");
  await main(page).getByRole("button", { name: "Add domain" }).click();
  await expect(main(page).getByRole("alert")).toContainText("The domain must be one that you can own");
  await main(page).getByRole("textbox", { name: "Domain" }).fill(domain);
  await main(page).getByRole("button", { name: "Add domain" }).click();
  await expect(state(page)).toHaveText("not verified yet");
  const textOf = async (label: string) => (await main(page).getByRole("region", { name: label }).textContent()) ?? "";
  expect(await textOf("Host of DMARC")).toBe("_dmarc");
  const name = await textOf("Full name of DKIM");
  const value = await textOf("Value of DKIM");
  expect(name).toBe(`${await textOf("Host of DKIM")}.${domain}`);

  const dkim = main(page).getByRole("listitem", { name: "DKIM" });
  const check = main(page).getByRole("button", { name: "Check now" });
  await check.click();
  await expect(dkim).toContainText(`There's no DKIM record at ${name}.`);
  publishTxt(name, ["v=DKIM1; k=rsa; p=AAAA"]);
  await check.click();
  await expect(dkim).toContainText("The DKIM key differs.");
  await expect(main(page).getByRole("region", { name: "Found of DKIM" })).toHaveText("v=DKIM1; k=rsa; p=AAAA");
  publishTxt(name, inStrings(value));
  await check.click();
  await expect(state(page)).toHaveText("verified");
  await expect(main(page).getByText(`no-reply@${domain}`)).toBeVisible();

  await main(page).getByRole("button", { name: "Rotate DKIM key" }).click();
  const next = main(page).getByRole("listitem", { name: "New DKIM" });
  await expect(next).toContainText("Add it beside the old one");
  const nextName = await textOf("Full name of New DKIM");
  expect(nextName).not.toBe(name);
  await check.click();
  await expect(next).toContainText("missing");
  publishTxt(nextName, inStrings(await textOf("Value of New DKIM")));
  await check.click();
  await expect(next).toHaveCount(0);
  expect(await textOf("Full name of DKIM")).toBe(nextName);
  await expect(main(page).getByText("The key was rotated. Keep the old record")).toBeVisible();
  await expect(state(page)).toHaveText("verified");

  await main(page).getByRole("button", { name: "Remove domain" }).click();
  await page.getByRole("dialog", { name: "Remove domain" }).getByRole("button", { name: "Remove" }).click();
  await expect(main(page).getByText("Send from your own domain")).toBeVisible();
});

test("a developer sees the records, and changes nothing", async ({ page }) => {
  const { id, home } = await makeProject();
  await coppice("sender", "set-domain", id, "shop.example");
  const email = `${randomUUID()}@developer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const options = ["--role", "developer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  await expect(main(page).getByRole("listitem", { name: "DKIM" })).toBeVisible();
  await expect(main(page).getByText("Admins and owners can change the domain.")).toBeVisible();
  await expect(main(page).getByRole("button", { name: /Check now|Remove domain/ })).toHaveCount(0);
});

inEveryLook((look) => {
  test("the page of a sender domain is accessible and fits the screen", async ({ page }) => {
    const { id, home } = await makeProject();
    await page.goto(home);
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expectGoodLooks(page, `sender-domain-none-${look}`);
    await main(page).getByRole("link", { name: "Bounces" }).click();
    await expect(main(page).getByText("No bounces")).toBeVisible();
    await expectGoodLooks(page, `bounces-${look}`);
    await page.goto(home);
    await coppice("sender", "set-domain", id, "mail.shop.example");
    await page.reload();
    await expect(main(page).getByRole("listitem", { name: "DMARC" })).toBeVisible();
    await expectGoodLooks(page, `sender-domain-${look}`);
  });
});
