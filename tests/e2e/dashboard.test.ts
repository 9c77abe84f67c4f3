import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { credentials, expect, test } from "./page-test";

async function signIn(
  page: Page,
  { email, password }: { email: string; password: string } = credentials,
): Promise<void> {
  await page.goto("/dashboard/sign-in");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function createDatabase(request: APIRequestContext): Promise<string> {
  const name = `e2e-${randomUUID()}`.slice(0, 40);
  const answer = await request.post("/api/v1/databases", {
    headers: { Authorization: `Bearer ${credentials.managementKey}` },
    data: { name },
  });
  expect(answer.status()).toBe(201);
  return name;
}

test("a member signs in, sees the organisation's databases and signs out", async ({ page, request }) => {
  const name = await createDatabase(request);
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/dashboard/sign-in");

  await signIn(page);
  await expect(page).toHaveURL("/dashboard");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(/provisioning|ready/);
  await expect(row).toContainText("not a branch");
  await expect(page.getByText(credentials.email)).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/dashboard/sign-in");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/dashboard/sign-in");
});

test("the session is a cookie that scripts cannot read and other sites cannot send", async ({ page, context }) => {
  await signIn(page);
  await expect(page).toHaveURL("/dashboard");
  const session = (await context.cookies()).find(({ name }) => name.endsWith("coppice_dashboard"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  const hours = ((session?.expires ?? 0) - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(11);
  expect(hours).toBeLessThanOrEqual(12);
});

test("a wrong password and an unknown address get the same answer, and no session", async ({ page, context }) => {
  const unknown = `nobody-${randomUUID()}@localhost`;
  const answers: (string | null)[] = [];
  for (const attempt of [
    { email: credentials.email, password: "wrong" },
    { email: unknown, password: "wrong" },
  ]) {
    await signIn(page, attempt);
    answers.push(await page.getByRole("main").getByRole("alert").textContent());
  }
  expect(new Set(answers)).toEqual(new Set(["The e-mail address or the password is wrong."]));
  expect(await context.cookies()).toEqual([]);
});

test("an account waits after five attempts, whether or not it exists", async ({ page }) => {
  const email = `nobody-${randomUUID()}@localhost`;
  for (let attempt = 0; attempt < 5; attempt++) {
    await signIn(page, { email, password: "wrong" });
    await expect(page.getByRole("main").getByRole("alert")).toContainText("is wrong");
  }
  await signIn(page, { email, password: "wrong" });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Too many attempts. Try again in 15 minutes.");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in, a refusal and signing out work all the same", async ({ page }) => {
    await signIn(page, { email: credentials.email, password: "wrong" });
    await expect(page.getByRole("main").getByRole("alert")).toContainText("is wrong");
    await signIn(page);
    await expect(page.getByRole("heading", { name: "Databases" })).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  test("the API reference says where the description is", async ({ page }) => {
    await page.goto("/docs/api");
    await expect(page.getByRole("main").getByRole("link", { name: "/openapi.json" })).toBeVisible();
  });
});
