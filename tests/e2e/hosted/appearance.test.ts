import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { generate } from "otplib";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook, SIZES } from "../looks";
import {
  type App,
  test as base,
  emailField,
  expect,
  heading,
  PASSWORD,
  passwordField,
  press,
  serveApp,
  sharedApp,
  signIn,
  signOut,
  signUp,
} from "./hosted-test";

/** 64 by 16 pixels of one colour. */
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAQCAIAAAAphe5+AAAAK0lEQVR42mOQz389pBHDqAdGPTDqgVEPjHpg1AOjHhj1wKgHRj0w6gFyEQAQ6uRMu6W7JgAAAABJRU5ErkJggg==",
  "base64",
);

const brandedApp = sharedApp(
  [
    ...["brand.name=Verkaufsgemeinschaft Donaudampfschifffahrt", "brand.accentColor=#ffd400", "brand.radius=20"],
    ...['brand.termsUrl="https://shop.example/terms"', 'brand.privacyUrl="https://shop.example/privacy"'],
  ],
  async ({ project: { id } }) => {
    await coppice("provider", "set", id, "github", "--client-id", "x", "--secret-env", "COPPICE_ORG_ID");
    await coppice("provider", "set", id, "google", "--client-id", "x", "--secret-env", "COPPICE_ORG_ID");
  },
);

const test = base.extend<{ branded: App }>({
  branded: async ({ once }, use) => use(await once(brandedApp)),
});

const expectGood = (page: Page, name: string) => expectGoodLooks(page, `hosted/${name}`);

test.use({ locale: "en-GB" });

inEveryLook((look) => {
  test("the pages before a sign-in are accessible and fit the screen", async ({
    page,
    branded: app,
    email,
    mailbox,
  }) => {
    for (const name of [
      "sign-in",
      "sign-up",
      "forgot-password",
      "signed-out",
      "nopage",
      "magic-link",
      "verify-email",
      "reset-password",
    ]) {
      await page.goto(app.page(name));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectGood(page, `${name}-${look}`);
    }
    await page.goto(app.page("error", { error: "account_not_linked" }));
    await expectGood(page, `error-${look}`);
    await page.goto(app.page("sign-in").replace(app.project.id, "p_00000000000000000000"));
    await expectGood(page, `not-found-${look}`);

    await page.goto(app.page("sign-in"));
    await signIn(page, email, "wrong");
    await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
    await expectGood(page, `sign-in-refused-${look}`);
    await press(page, "Email me a link and a code");
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
    const number = (await page.locator('[data-part="number-value"]').textContent()) ?? "";
    await expectGood(page, `code-${look}`);
    const { link } = await mailbox.next();
    await page.goto(link);
    await expectGood(page, `magic-link-same-browser-${look}`);
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByLabel("Number")).toBeVisible();
    await page.getByLabel("Number").fill("1");
    await press(page, "Sign in");
    await expect(page.getByRole("alert")).toHaveText("The number is incorrect.");
    await expectGood(page, `magic-link-other-browser-${look}`);
    await page.getByLabel("Number").fill(number);
    await press(page, "Sign in");
    await expect(page.getByRole("button", { name: "Set a password" })).toBeVisible();
    await page.getByLabel("New email address").fill(`new-${email}`);
    await press(page, "Change");
    await expect(page.getByLabel("6-digit code")).toBeVisible();
    await expectGood(page, `account-without-password-${look}`);
    await page.goto(app.page("sign-out"));
    await expectGood(page, `sign-out-${look}`);
    await press(page, "Sign out");
    await expect(heading(page, "You are signed out")).toBeVisible();
    await page.goto(app.page("forgot-password"));
    await emailField(page).fill(email);
    await press(page, "Send reset link");
    await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible();
    await expectGood(page, `forgot-password-sent-${look}`);
  });

  test("the account page and its panels are accessible and fit the screen", async ({
    page,
    branded: app,
    email,
    mailbox,
  }) => {
    await signUp(page, app, email);
    await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Where you're signed in" }).getByRole("listitem")).toHaveCount(1);
    await expectGood(page, `account-${look}`);
    await press(page, "Set up");
    await passwordField(page).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    await expectGood(page, `two-factor-setup-${look}`);
    const secret = ((await page.locator('[data-part="secret"]').textContent()) ?? "").replaceAll(" ", "");
    await page.getByLabel("6-digit code").fill(await generate({ secret }));
    await press(page, "Turn on");
    await expect(page.getByRole("region", { name: "Backup codes" }).getByRole("listitem")).toHaveCount(10);
    await expectGood(page, `backup-codes-${look}`);
    await press(page, "I've saved these codes");
    await press(page, "Delete account");
    await expectGood(page, `delete-account-${look}`);
    await page.goto((await mailbox.next()).link);
    await expectGood(page, `verify-email-button-${look}`);
    await signOut(page, app);
    await page.goto(app.page("sign-in"));
    await signIn(page, email);
    await expect(page.getByLabel("6-digit code")).toBeFocused();
    await page.goto(app.page("two-factor"));
    await expect(heading(page, "Two-step verification")).toBeVisible();
    await expectGood(page, `two-factor-${look}`);
    await page.goto(app.page("two-factor", { with: "backup-code" }));
    await expectGood(page, `backup-code-${look}`);
    await page.goto(app.page("forgot-password"));
    await emailField(page).fill(email);
    await press(page, "Send reset link");
    await mailbox.next();
    await page.goto((await mailbox.next()).link);
    await expect(heading(page, "Choose a new password")).toBeVisible();
    await expectGood(page, `new-password-${look}`);
  });
});

for (const [locale, direction] of [
  ["ar", "rtl"],
  ["ja", "ltr"],
  ["de", "ltr"],
] as const) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(`${locale}, ${size}`, () => {
      test.use({ locale, viewport });

      test("the pages are in that language and its direction", async ({ page, app, email }) => {
        await page.goto(app.page("sign-up"));
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await expect(page.locator("html")).toHaveAttribute("dir", direction);
        await page.locator('[name="name"]').fill("Ada");
        await page.locator('[name="email"]').fill(email);
        await page.locator('[name="password"]').fill(PASSWORD);
        await expectGood(page, `sign-up-${locale}-${size}`);
        await page.locator('[data-part="submit"]').click();
        await expect(page.locator('[data-part="user-profile"]')).toBeVisible();
        await expect(page.locator('[data-part="items"] li')).not.toHaveCount(0);
        await expectGood(page, `account-${locale}-${size}`);
        await page.context().clearCookies();
        await page.goto(app.page("signed-out"));
        await expect(page).toHaveURL(app.page("signed-out"));
        await expectGood(page, `signed-out-${locale}-${size}`);
        await page.goto(app.page("sign-in"));
        await expectGood(page, `sign-in-${locale}-${size}`);
      });
    });
  }
}

test("a logo takes the place of the name, which it is called by", async ({ page }, info) => {
  const app = await serveApp();
  const file = info.outputPath("logo.png");
  writeFileSync(file, LOGO);
  await coppice("project", "set-logo", app.project.id, file);
  await page.goto(app.page("sign-in"));
  const logo = page.getByRole("banner").getByRole("img");
  await expect(logo).toHaveAccessibleName(/^Shop /);
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
  await expectGood(page, "sign-in-logo");
  await coppice("project", "set", app.project.id, "brand.appearance=dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(32, 36, 34)");
  await expectGood(page, "sign-in-always-dark");
  app.close();
});
