import { coppice } from "../command-line";
import { expect, press, serveApp, test } from "./hosted-test";

const MARKUP = "<img src=x onerror=alert(1)>{name}";

test("an owner says it in other words: in one language, before and after the page's scripts, as text", async ({
  page,
}) => {
  const texts = { en: { "signIn.title": "Welcome back", "signUp.submit": "Join us", "forgot.title": MARKUP } };
  const app = await serveApp([`brand.texts=${JSON.stringify(texts)}`]);
  await page.goto(app.page("sign-in"));
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page.getByRole("button", { name: "Join us" })).toBeVisible();
  await page.goto(app.page("forgot-password"));
  await expect(page.getByRole("heading", { name: MARKUP })).toBeVisible();
  await page.getByLabel("Email address").fill("ada@example.com");
  await press(page, "Send reset link");
  await expect(page.getByText("If ada@example.com belongs to an account")).toBeVisible();
  await page.goto(app.page("sign-in", { ui_locales: "de" }));
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  const unknown = { en: { "signIn.nothing": "x" } };
  await expect(coppice("project", "set", app.project.id, `brand.texts=${JSON.stringify(unknown)}`)).rejects.toThrow();
  app.close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a refusal is said in the owner's words", async ({ page, email }) => {
    const texts = { en: { "error.invalid_email_or_password": "That is not it." } };
    const app = await serveApp([`brand.texts=${JSON.stringify(texts)}`]);
    await page.goto(app.page("sign-in"));
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await press(page, "Sign in");
    await expect(page.getByText("That is not it.")).toBeVisible();
    app.close();
  });
});
