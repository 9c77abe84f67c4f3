import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, ownerTest, signIn, test as strangerTest } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const preview = (page: Page) => main(page).frameLocator("iframe[title='Preview of the hosted page']");
/** The smallest PNG: one transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function makeProject(): Promise<{ id: string; name: string; address: string }> {
  const name = `Shop ${randomUUID().slice(0, 8)}`;
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", name);
  return { id, name, address: `${HOME}/projects/${id}/brand` };
}

ownerTest("a brand shows in the preview while it is typed, and on the page once it is saved", async ({ page }) => {
  const { id, name, address } = await makeProject();
  await page.goto(address);
  await expect(preview(page).getByText(name)).toBeVisible();
  const heading = preview(page).getByRole("heading", { level: 1, includeHidden: true });
  await expect(heading).toHaveText("Sign in");

  await main(page).getByLabel("Name", { exact: true }).fill("The Harbour");
  await expect(preview(page).getByText("The Harbour")).toBeVisible();
  await main(page).getByLabel("Accent colour", { exact: true }).fill("#ffe600");
  const words = main(page).getByRole("list", { name: "How the accent colour reads" });
  await expect(words).toContainText("Black text on buttons");
  await expect(words).toContainText("Links on light pages are darkened to #");
  await expect(words).toContainText("Links on dark pages use it as it is");

  await main(page).getByRole("searchbox", { name: "Find a text" }).fill("signIn.title");
  const title = main(page).getByLabel("Sign in", { exact: true });
  await title.fill("Welcome aboard");
  await expect(heading).toHaveText("Welcome aboard");
  await main(page).getByLabel("Previewed page").selectOption("code");
  await expect(heading).toHaveText("Check your email");
  await main(page).getByLabel("Previewed page").selectOption("sign-in");
  await main(page).getByLabel("Language of the preview").selectOption("de");
  await expect(preview(page).locator("html")).toHaveAttribute("lang", "de");
  await main(page).getByRole("radiogroup", { name: "Visitor's theme" }).getByText("Dark").click();
  await expect(preview(page).locator("body")).toHaveAttribute("data-theme", "dark");
  expect((await coppice("project", "show", id)).settings.brand).toMatchObject({ name: null, texts: {} });

  await page.keyboard.press("ControlOrMeta+s");
  await expect(main(page).getByText("Saved.")).toBeVisible();
  const { brand } = (await coppice("project", "show", id)).settings;
  expect(brand).toMatchObject({ name: "The Harbour", accentColor: "#ffe600" });
  expect(brand.texts).toEqual({ en: { "signIn.title": "Welcome aboard" } });
  const hosted = await page.request.get(`/auth/${id}/sign-in?ui_locales=en`);
  expect(await hosted.text()).toContain("Welcome aboard");

  await main(page).getByLabel("Language of the texts").selectOption("en");
  await main(page).getByRole("button", { name: "Reset signIn.title to the default" }).click();
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(main(page).getByText("Saved.")).toBeVisible();
  expect((await coppice("project", "show", id)).settings.brand.texts).toEqual({});
});

ownerTest("what is refused says why, keeps what was typed, and leaves the preview as it was", async ({ page }) => {
  const { address, name } = await makeProject();
  await page.goto(address);
  await expect(preview(page).getByText(name)).toBeVisible();
  const terms = main(page).getByRole("textbox", { name: "Terms of service" });
  await terms.fill("not an address");
  await expect(main(page).getByText("The preview shows the last valid settings.")).toBeVisible();
  await main(page).getByRole("button", { name: "Save" }).click();
  await expect(terms).toBeFocused();
  await expect(terms).toHaveValue("not an address");
  await expect(terms).toHaveAttribute("aria-invalid", "true");
});

ownerTest("a logo is uploaded, refused where it is none, and removed", async ({ page }) => {
  const { id, address } = await makeProject();
  await page.goto(address);
  const file = main(page).locator("input[type=file]");
  await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(main(page).getByRole("alert")).toContainText("PNG, JPEG or WebP");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(main(page).getByRole("alert")).toContainText("PNG, JPEG or WebP");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: PNG });
  await expect(main(page).getByRole("img", { name: "Logo" })).toBeVisible();
  await expect(preview(page).locator("img.logo")).toBeVisible();
  expect((await page.request.get(`/auth/${id}/logo`)).status()).toBe(200);
  await main(page).getByRole("button", { name: "Remove logo" }).click();
  await expect(main(page).getByText("Drop a picture here")).toBeVisible();
  expect((await page.request.get(`/auth/${id}/logo`)).status()).toBe(404);
});

strangerTest("a viewer sees the brand and its preview, and changes nothing", async ({ page }) => {
  const { name, address } = await makeProject();
  const email = `${randomUUID()}@example.com`;
  const options = ["--role", "viewer", "--name", "Vera", "--generate-password"];
  const { password } = await coppice("member", "add", process.env.COPPICE_ORG_ID ?? "", email, ...options);
  await signIn(page, { email, password }, address);
  await expect(preview(page).getByText(name)).toBeVisible();
  await expect(main(page).getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(main(page).getByRole("button", { name: /Save|logo/ })).toHaveCount(0);
});

inEveryLook((look) => {
  ownerTest("the brand page is accessible and fits the screen", async ({ page }) => {
    const { address, name } = await makeProject();
    await page.goto(address);
    await expect(preview(page).getByText(name)).toBeVisible();
    await expectGoodLooks(page, `project-brand-${look}`, { without: "iframe" });
  });
});
