import type { Page } from "@playwright/test";
import { generate } from "otplib";
import { tabTo } from "../by-keys";
import { expect, heading, PASSWORD, test } from "./hosted-test";

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, "textbox", field);
  await page.keyboard.type(text);
}

async function activate(page: Page, role: "button" | "link", name: string): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

async function signUpByKeyboard(page: Page, email: string): Promise<void> {
  await activate(page, "link", "Sign up");
  await expect(heading(page, "Create an account")).toBeVisible();
  await type(page, "Name", "Ada");
  await type(page, "Email address", email);
  await type(page, "Password", PASSWORD);
  await tabTo(page, "button", "Show password");
  await page.keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Password", exact: true })).toHaveAttribute("type", "text");
  await activate(page, "button", "Sign up");
  await expect(heading(page, "Account")).toBeVisible();
}

async function signInByKeyboard(page: Page, email: string): Promise<void> {
  await type(page, "Email address", email);
  await type(page, "Password", PASSWORD);
  await tabTo(page, "checkbox", "Stay signed in");
  await page.keyboard.press("Space");
  await activate(page, "button", "Sign in");
}

for (const [name, viewport] of Object.entries({
  "on a wide screen": { width: 1280, height: 900 },
  "on a phone": { width: 390, height: 844 },
})) {
  test.describe(name, () => {
    test.use({ viewport });

    test("signing up, setting up a second factor, signing out and in with it are done by keyboard alone", async ({
      page,
      app,
      email,
    }) => {
      await page.goto(app.page("sign-in"));
      await signUpByKeyboard(page, email);
      await activate(page, "button", "Set up");
      await expect(page.getByRole("textbox", { name: "Password", exact: true })).toBeFocused();
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
      const secret = ((await page.locator('[data-part="secret"]').textContent()) ?? "").replaceAll(" ", "");
      await type(page, "6-digit code", await generate({ secret }));
      await page.keyboard.press("Enter");
      const codes = page.getByRole("region", { name: "Backup codes" }).getByRole("listitem");
      await expect(codes).toHaveCount(10);
      const [backupCode = ""] = await codes.allTextContents();
      await activate(page, "button", "I've saved these codes");
      await activate(page, "button", "Sign out");

      await activate(page, "link", "Sign in");
      await expect(heading(page, "Sign in")).toBeVisible();
      await signInByKeyboard(page, email);
      await expect(page.getByLabel("6-digit code")).toBeFocused();
      await page.keyboard.type("000000");
      await page.keyboard.press("Enter");
      await expect(page.getByText("The code is incorrect.")).toBeFocused();
      await activate(page, "button", "Use a backup code");
      await expect(page.getByLabel("Backup code")).toBeFocused();
      await page.keyboard.type(backupCode);
      await activate(page, "button", "Continue");
      await expect(heading(page, "Account")).toBeVisible();
    });

    test("so are a mailed link, a code and a new password", async ({ page, app, email, mailbox }) => {
      await page.goto(app.page("sign-in"));
      await signUpByKeyboard(page, email);
      await page.goto((await mailbox.next()).link);
      await activate(page, "button", "Confirm");
      await activate(page, "link", "Continue");
      await activate(page, "button", "Sign out");
      await activate(page, "link", "Sign in");

      await type(page, "Email address", email);
      await activate(page, "button", "Email me a link and a code");
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
      await type(page, "6-digit code", (await mailbox.next()).code);
      await page.keyboard.press("Enter");
      await expect(heading(page, "Account")).toBeVisible();
      await activate(page, "button", "Sign out");
      await activate(page, "link", "Sign in");

      await type(page, "Email address", email);
      await activate(page, "button", "Email me a link and a code");
      await page.goto((await mailbox.next()).link);
      await activate(page, "button", "Sign in");
      await expect(heading(page, "Account")).toBeVisible();
      await activate(page, "button", "Sign out");
      await activate(page, "link", "Sign in");

      await activate(page, "link", "Forgot your password?");
      await type(page, "Email address", email);
      await activate(page, "button", "Send reset link");
      await page.goto((await mailbox.next()).link);
      await type(page, "New password", "another horse, another battery");
      await activate(page, "button", "Set new password");
      await expect(page.getByRole("status")).toHaveText(
        "Your password has been changed. Sign in with your new password.",
      );
    });

    test("so are a passkey, the list of sessions, the language and the end of the account", async ({
      page,
      app,
      email,
    }) => {
      const session = await page.context().newCDPSession(page);
      await session.send("WebAuthn.enable");
      await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
          ...{ isUserVerified: true, automaticPresenceSimulation: true },
        },
      });
      await page.goto(app.page("sign-in"));
      await signUpByKeyboard(page, email);
      await activate(page, "button", "Add a passkey");
      await expect(page.getByRole("region", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(1);
      await activate(page, "button", "Delete account");
      await expect(page.getByRole("textbox", { name: "Password", exact: true })).toBeFocused();
      await page.keyboard.type(PASSWORD);
      await activate(page, "button", "Delete permanently");
      await expect(heading(page, "Your account has been deleted")).toBeVisible();
      await activate(page, "link", "Deutsch");
      await expect(heading(page, "Ihr Konto wurde gelöscht")).toBeVisible();
    });
  });
}
