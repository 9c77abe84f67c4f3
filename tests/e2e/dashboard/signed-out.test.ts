import { credentials, expect, fillSignIn, HOME, signIn, test } from "../page-test";

test("DA-L13: a tab whose member has signed out elsewhere says so, keeps the typed text, and goes on after a sign-in", async ({
  page,
  context,
}) => {
  const address = `${HOME}/keys?from=a%40b.example&to=%2Fx`;
  await signIn(page, credentials, address);
  await expect(page).toHaveURL(address);
  await page.getByRole("main").getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").fill("typed before");
  const line = page.getByRole("alert").filter({ hasText: "Your text is still here" });
  await expect(line).toHaveCount(0);

  const other = await context.newPage();
  await other.goto(HOME);
  await other.getByRole("button", { name: /Account/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "You are signed out" })).toBeVisible();
  await other.close();

  // An action of a tab that does not know yet is refused where it is, and the page stays.
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await expect(dialog).toContainText("You're signed out.");
  await expect(line).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("typed before");

  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    line.getByRole("link", { name: "Sign in" }).click(),
  ]);
  await fillSignIn(opened);
  await expect(opened).toHaveURL(address);
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await comeBack();
  await expect(line).toHaveCount(0);
  await dialog.getByRole("button", { name: "Create API key" }).click();
  await expect(dialog.getByText("Copy your key now")).toBeVisible();

  await context.clearCookies();
  await comeBack();
  await expect(line).toBeVisible();
});
