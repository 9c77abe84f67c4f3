import { generate } from "otplib";
import { coppice } from "../command-line";
import { keepPicture } from "../looks";
import { expect, expectAccessible, newEmail, PASSWORD, press, signUp, state, test } from "./app-test";

test("a user signs up, out and in again, and other tabs follow", async ({ page, app, context }) => {
  const email = await signUp(page, app);
  const other = await context.newPage();
  await other.goto(app.origin);
  await expect(state(other)).toHaveText(`Signed in as ${email}`);
  await page.getByText("A", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeHidden();
  await page.keyboard.press("Enter");
  await press(page, "Sign out");
  await expect(state(page)).toHaveText("Signed out");
  await expect(state(other)).toHaveText("Signed out");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(page, "Sign in");
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
  await expect(state(other)).toHaveText(`Signed in as ${email}`);
  await expect(page.getByTestId("success")).toHaveText(/^usr_/);
});

test("the focus goes to the message, and the fields say so", async ({ page, app }) => {
  await page.goto(app.origin);
  await page.getByLabel("Email address").fill(newEmail());
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await press(page, "Sign in");
  const error = page.getByText("The email address or password is incorrect.");
  await expect(error).toBeFocused();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/is incorrect/);
  await press(page, "Sign up");
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeFocused();
});

test("everything is done by keyboard alone", async ({ page, app }) => {
  const email = newEmail();
  await page.goto(app.origin);
  const tabTo = async (name: string | RegExp, role: "button" | "textbox") => {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("Tab");
      const target = page.getByRole(role, { name, exact: true });
      if ((await target.count()) > 0 && (await target.evaluate((element) => element === document.activeElement)))
        return;
    }
    throw new Error(`${name} cannot be reached`);
  };
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await tabTo("Sign up", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeFocused();
  await tabTo("Name", "textbox");
  await page.keyboard.type("Ada");
  await tabTo("Email address", "textbox");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
});

test("a second factor is set up, asked for, replaced by a backup code, and turned off", async ({ page, app }) => {
  const email = await signUp(page, app);
  await press(page, "Set up");
  await expect(page.getByRole("textbox", { name: "Password", exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await page.locator('[data-part="secret"]').textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("6-digit code").fill(await generate({ secret }));
  await press(page, "Turn on");
  const items = page.getByRole("region", { name: "Backup codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeFocused();
  await press(page, "I've saved these codes");
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();

  await page.getByText("A", { exact: true }).click();
  await press(page, "Sign out");
  await expect(state(page)).toHaveText("Signed out");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(page, "Sign in");
  await expect(page.getByLabel("6-digit code")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("6-digit code").fill("000 000");
  await press(page, "Continue");
  await expect(page.getByText("The code is incorrect.")).toBeFocused();
  await press(page, "Use a backup code");
  await expect(page.getByLabel("Backup code")).toBeFocused();
  await page.getByLabel("Backup code").fill(codes[0] ?? "");
  await press(page, "Continue");
  await expect(state(page)).toHaveText(`Signed in as ${email}`);

  await press(page, "Turn off");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
  await press(page, "Turn off");
  await expect(page.getByText("Add a second step")).toBeVisible();
});

test("a code is pasted out of its sentence", async ({ page, app, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(app.origin);
  await page.getByLabel("Email address").fill(newEmail());
  await press(page, "Email me a link and a code");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expect(page.locator('[data-part="number-value"]')).toHaveText(/^\d+$/);
  await expectAccessible(page);
  await page.evaluate(() => navigator.clipboard.writeText("Your code is 123 456. It is good for 5 minutes."));
  await page.getByLabel("6-digit code").focus();
  await page.keyboard.press("Control+V");
  await expect(page.getByLabel("6-digit code")).toHaveValue("123456");
});

test("the panel follows the project: its mail, its password's length, its colour", async ({ page, app }) => {
  const changed = ["methods.magicLink=false", "password.minLength=12", "brand.accentColor=#ffe14d"];
  const before = ["methods.magicLink=true", "password.minLength=8", "brand.accentColor=#1f6feb"];
  await coppice("project", "set", app.project.id, ...changed);
  for (const theme of ["light", "dark"]) {
    await page.goto(`${app.origin}/?theme=${theme}`);
    await expect(page.getByRole("button", { name: "Email me a code" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toHaveCSS(
      "background-color",
      "rgb(255, 225, 77)",
    );
    await expectAccessible(page);
    await keepPicture(page, `components/brand-${theme}`);
  }
  await page.addStyleTag({ url: "/own-accent.css" });
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toHaveCSS(
    "background-color",
    "rgb(75, 0, 130)",
  );
  await press(page, "Sign up");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription("At least 12 characters");
  await press(page, "Sign in");
  await page.getByLabel("Email address").fill(newEmail());
  await press(page, "Email me a code");
  await expect(page.getByText("we've sent it a code")).toBeVisible();
  await press(page, "Resend email");
  await expect(page.getByText("We've sent it again.")).toBeVisible();
  await coppice("project", "set", app.project.id, ...before);
});

test("an app that is set up wrong says so at once, and how to mend it", async ({ page, app }) => {
  await page.goto(`${app.origin}/?key=${app.project.publicKey}x`);
  await expect(page.getByRole("alert")).toContainText("Sign-in isn't set up correctly here (invalid_public_key).");
  await expect(page.getByRole("alert")).toContainText(`auth-key create ${app.project.id}`);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  await keepPicture(page, "components/refused");
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing in the components, ${theme}`, async ({ page, app }) => {
    const shoot = (name: string) => keepPicture(page, `components/${name}-${theme}`);
    await page.goto(`${app.origin}/?theme=${theme}`);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expectAccessible(page);
    await shoot("sign-in");
    await press(page, "Forgot your password?");
    await expectAccessible(page);
    await page.getByLabel("Email address").fill(newEmail());
    await press(page, "Send reset link");
    await expect(page.getByText("we've sent it a link")).toBeVisible();
    await expectAccessible(page);
    await press(page, "Back");
    await press(page, "Sign up");
    await expectAccessible(page);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email address").fill(newEmail());
    await page.getByLabel("Password", { exact: true }).fill("password123");
    await press(page, "Sign up");
    await expect(page.getByText("has appeared in a data breach")).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await press(page, "Sign up");
    await expect(page.getByRole("heading", { name: "Delete account" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
    await page.getByText("A", { exact: true }).click();
    await expectAccessible(page);
    await shoot("profile");
  });
}

test("on a phone nothing is cut off", async ({ page, app }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signUp(page, app);
  await expect(page.getByRole("heading", { name: "Delete account" })).toBeVisible();
  const { scrolled, shown } = await page.evaluate(() => ({
    scrolled: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(scrolled).toBeLessThanOrEqual(shown);
});
