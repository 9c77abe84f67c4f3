import { expectGoodLooks, inEveryLook } from "../looks";
import { type App, test as base, expect, heading, press, serviceUrl, sharedApp, signUp } from "./hosted-test";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const CLIENT = "acme-cli";

const appForDevices = sharedApp([
  ...["methods.deviceCode=true", "brand.name=Shop"],
  "limits.userCodePerAddress.limit=1000",
]);

const test = base.extend({ app: async ({ once }, use) => use(await once(appForDevices)) });

async function askAs({ project }: App, path: string, body: object) {
  const response = await fetch(`${serviceUrl}/v1/auth-tenant/device/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "x-coppice-project-id": project.id,
      "x-coppice-public-key": project.publicKey,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}

const startDevice = async (app: App) => (await askAs(app, "code", { client_id: CLIENT })).json;

const poll = (app: App, device_code: string) =>
  askAs(app, "token", { grant_type: GRANT, device_code, client_id: CLIENT });

test("a device is signed in by the code that its user types, after a wrong one", async ({ page, app, email }) => {
  await signUp(page, app, email);
  const { device_code, user_code, verification_uri } = await startDevice(app);
  await page.goto(verification_uri);
  await page.getByLabel("Code").fill("BCDF-GHJK");
  await press(page, "Continue");
  await expect(page.getByText("That code is wrong, has expired or has been used.")).toBeVisible();
  await page.getByLabel("Code").fill(user_code.toLowerCase().replace("-", " "));
  await press(page, "Continue");
  await expect(page.getByText(CLIENT)).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await press(page, "Approve");
  await expect(page.getByText("The device is signed in.")).toBeVisible();
  expect((await poll(app, device_code)).status).toBe(200);
  await page.goto(`${verification_uri}?user_code=${user_code}`);
  await expect(page.getByText("That code is wrong, has expired or has been used.")).toBeVisible();
});

test("a denied device is told so", async ({ page, app, email }) => {
  await signUp(page, app, email);
  const { device_code, verification_uri_complete } = await startDevice(app);
  await page.goto(verification_uri_complete);
  await press(page, "Deny");
  await expect(page.getByText("The device was not signed in.")).toBeVisible();
  expect((await poll(app, device_code)).json).toMatchObject({ error: "access_denied" });
});

test("a user who isn't signed in comes back to the device after signing up", async ({ page, app, email }) => {
  const { verification_uri_complete } = await startDevice(app);
  await page.goto(verification_uri_complete);
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "Email address", exact: true }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("correct horse battery staple");
  await press(page, "Sign up");
  await press(page, "Approve");
  await expect(page.getByText("The device is signed in.")).toBeVisible();
});

inEveryLook((look) => {
  test("the pages of a device are accessible and fit the screen", async ({ page, app, email }) => {
    await signUp(page, app, email);
    await page.goto(app.page("device"));
    await expect(heading(page, "Sign in on a device")).toBeVisible();
    await expectGoodLooks(page, `hosted/device-${look}`);
    await page.getByLabel("Code").fill("BCDF-GHJK");
    await press(page, "Continue");
    await expectGoodLooks(page, `hosted/device-unknown-${look}`);
    const { verification_uri_complete } = await startDevice(app);
    await page.goto(verification_uri_complete);
    await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
    await expectGoodLooks(page, `hosted/device-request-${look}`);
    await page.goto(`${verification_uri_complete}&ui_locales=ar`);
    await expectGoodLooks(page, `hosted/device-request-ar-${look}`);
    await page.locator('[data-part="submit"]').click();
    await expectGoodLooks(page, `hosted/device-approved-${look}`);
  });
});
