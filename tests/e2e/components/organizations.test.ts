import { coppice } from "../command-line";
import { expect, expectAccessible, newEmail, press, signUp, test } from "./app-test";

test("an organisation is created, shared by invitation, managed and deleted", async ({ page, app, browser }) => {
  await coppice("project", "set", app.project.id, "organizations.enabled=true");
  const address = `${app.origin}/?organizations`;
  await signUp(page, app);
  await page.goto(address);
  const switcher = page.getByRole("button", { name: /^Organisation: / });
  await expect(switcher).toHaveAccessibleName("Organisation: Personal account");

  await switcher.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Personal account" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("menuitem", { name: "Create an organisation" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(switcher).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create an organisation" });
  await expect(dialog.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await page.keyboard.type("Acmé Ltd");
  await expect(dialog.getByRole("textbox", { name: "Short name" })).toHaveValue("acme-ltd");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create organisation" }).click();
  await expect(dialog).toBeHidden();
  await expect(switcher).toHaveAccessibleName("Organisation: Acmé Ltd");
  await expect(page.getByTestId("switched-to")).toHaveText(/^uorg_/);

  const profile = page.getByRole("region", { name: "Acmé Ltd", exact: true });
  await profile.getByRole("textbox", { name: "Name", exact: true }).fill("Acme");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(switcher).toHaveAccessibleName("Organisation: Acme");
  const email = newEmail();
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("combobox", { name: "Role" }).selectOption("Admin");
  await press(page, "Send invitation");
  await expect(page.getByText(`We've sent ${email} an invitation.`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Revoke: ${email}` })).toBeVisible();
  await expectAccessible(page);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signUp(other, app, email);
  await coppice("user", "update", email, "--project", app.project.id, "--verified", "yes");
  await other.goto(address);
  const others = other.getByRole("button", { name: /^Organisation: / });
  await expect(others).toHaveAccessibleName("Organisation: Personal account, Invitations for you: 1");
  await others.click();
  await expectAccessible(other);
  await other.getByRole("menuitem", { name: "Join Acme" }).click();
  await expect(others).toHaveAccessibleName("Organisation: Acme");
  await expect(other.getByRole("button", { name: "Leave organisation" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Delete organisation" })).toBeHidden();
  await expect(other.getByRole("option", { name: "Owner" })).toHaveCount(0);

  await page.reload();
  const members = page.getByRole("region", { name: "Members" }).getByRole("listitem");
  await expect(members).toHaveCount(2);
  const grace = members.filter({ hasText: email });
  await grace.getByRole("button", { name: "Change role: Ada" }).click();
  await grace.getByRole("combobox", { name: "Role: Ada" }).selectOption("Member");
  await grace.getByRole("button", { name: "Save" }).click();
  await expect(grace).toContainText("· Member");
  await grace.getByRole("button", { name: "Remove: Ada" }).click();
  await grace.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(members).toHaveCount(1);
  await other.reload();
  await expect(others).toHaveAccessibleName("Organisation: Personal account");
  await elsewhere.close();

  await press(page, "Delete organisation");
  await page.getByRole("textbox", { name: "Type Acme to confirm" }).fill("acme");
  await press(page, "Delete permanently");
  await expect(page.getByText("That isn't the organisation's name.")).toBeFocused();
  await page.getByRole("textbox", { name: "Type Acme to confirm" }).fill("Acme");
  await press(page, "Delete permanently");
  await expect(switcher).toHaveAccessibleName("Organisation: Personal account");
});

test("creating an organisation isn't offered where the project leaves that to its servers", async ({ page, app }) => {
  await coppice("project", "set", app.project.id, "organizations.enabled=true", "organizations.creation=server");
  const told = page.waitForResponse(/\/methods$/);
  await signUp(page, app);
  expect((await (await told).json()).organizations).toEqual({ enabled: true, canCreate: false });
  await page.goto(`${app.origin}/?organizations`);
  await page.getByRole("button", { name: /^Organisation: / }).press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Personal account" })).toBeFocused();
  await expect(page.getByRole("menuitem", { name: "Create an organisation" })).toHaveCount(0);
});
