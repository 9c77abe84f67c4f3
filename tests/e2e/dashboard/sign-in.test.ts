import type { Page } from "@playwright/test";
import { startDatabase } from "../made-database";
import { credentials, expect, signIn, test } from "../page-test";

const SIGN_IN = /\/auth\/p_[0-9a-z]{20}\/sign-in\?/;
const DATABASES = /\/dashboard\/org_[0-9a-z]{20}$/;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(heading(page, "You are signed out")).toBeVisible();
}

test("the owner that the first run printed signs in, sees the databases and signs out", async ({ page }) => {
  const { name } = await startDatabase();
  await page.goto("/dashboard");
  await expect(page).toHaveURL(SIGN_IN);

  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await signOut(page);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(SIGN_IN);
});

test("the session is a cookie that scripts cannot read and other sites cannot send", async ({ page, context }) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  const session = (await context.cookies()).find(({ name }) => name.endsWith("coppice_dashboard"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  const hours = ((session?.expires ?? 0) - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(11);
  expect(hours).toBeLessThanOrEqual(12);
});

test("SE-02: a copy of the cookies is worth nothing after signing out", async ({ page, context, browser }) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  const copy = await context.storageState();
  await signOut(page);
  const thief = await browser.newContext({ storageState: copy, baseURL: new URL(page.url()).origin });
  const stolen = await thief.newPage();
  await stolen.goto("/dashboard");
  await expect(stolen).toHaveURL(SIGN_IN);
  await thief.close();
});

test("a visitor who asks for a page of the dashboard is led there after signing in", async ({ page }) => {
  await signIn(page, credentials, "/dashboard/invitations");
  await expect(page).toHaveURL("/dashboard/invitations");
  await expect(heading(page, "Invitations")).toBeVisible();
});

test("a member who manages their sign-in is led back to the dashboard, the place for deleting an account", async ({
  page,
}) => {
  await signIn(page, credentials, "/dashboard/account");
  for (const name of [/^Back to /, "Go to the dashboard"]) {
    await page.getByRole("link", { name: "Manage sign-in" }).click();
    await expect(page).toHaveURL(/\/auth\/p_[0-9a-z]{20}\/account\?/);
    const deletion = page.getByRole("region", { name: "Delete account" });
    await expect(deletion).toBeVisible();
    await expect(deletion.getByRole("textbox").or(deletion.getByRole("button"))).toHaveCount(0);
    await page.getByRole("link", { name }).click();
    await expect(page).toHaveURL("/dashboard/account");
    await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
  }
});

test("a link that is followed offline leaves the page as it is, and works once the browser is back", async ({
  page,
  context,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  // Notices are loaded once the page is idle.
  await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
  const link = page.getByRole("navigation").getByRole("link", { name: "Plan and usage" });
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole("alert").filter({ hasText: "You are offline." })).toBeVisible();
  await expect(page).toHaveURL(DATABASES);
  await context.setOffline(false);
  await link.click();
  await expect(heading(page, "Plan and usage")).toBeVisible();
});

test("an organisation that is not there, or not one's own, is not found", async ({ page }) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  const answer = await page.goto("/dashboard/org_00000000000000000000");
  expect(answer?.status()).toBe(404);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in, a refusal and signing out work all the same", async ({ page }) => {
    await signIn(page, { email: credentials.email, password: "wrong-password" });
    await expect(page.getByText("The email address or password is incorrect.")).toBeVisible();
    expect((await page.context().cookies()).filter(({ name }) => /_session_|_dashboard/.test(name))).toEqual([]);
    await signIn(page);
    await expect(heading(page, "Databases")).toBeVisible();
    await page.goto("/dashboard/account");
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(heading(page, "You are signed out")).toBeVisible();
  });

  test("the API reference says where the description is", async ({ page }) => {
    await page.goto("/docs/api");
    await expect(page.getByRole("main").getByRole("link", { name: "/openapi.json" })).toBeVisible();
  });
});
