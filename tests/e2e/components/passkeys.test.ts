import type { ServiceAuth } from "@coppice/auth";
import type { CDPSession, Page } from "@playwright/test";
import { test as base, expect, expectAccessible, press, signUp, state } from "./app-test";

declare global {
  interface Window {
    /** The client of the page. */
    auth: ServiceAuth;
  }
}

interface Authenticator {
  /** Whether its user is there and agrees to everything. */
  setPresent(isPresent: boolean): Promise<void>;
}

const test = base.extend<{ authenticator: Authenticator }>({
  authenticator: [
    async ({ page }, use) => {
      const session: CDPSession = await page.context().newCDPSession(page);
      await session.send("WebAuthn.enable");
      const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await use({
        setPresent: async (enabled) => {
          await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
        },
      });
    },
    { auto: true },
  ],
});

const passkeys = (page: Page) => page.getByRole("region", { name: "Passkeys" });

async function signUpWithPasskey(page: Page, app: Parameters<typeof signUp>[1]): Promise<string> {
  const email = await signUp(page, app);
  await press(page, "Add a passkey");
  await expect(passkeys(page).getByRole("listitem")).toHaveCount(1);
  return email;
}

async function signOut(page: Page): Promise<void> {
  await page.getByText("A", { exact: true }).click();
  await press(page, "Sign out");
}

test("a passkey is added, named, used and removed", async ({ page, app }) => {
  const email = await signUpWithPasskey(page, app);
  await passkeys(page)
    .getByRole("button", { name: /^Rename/ })
    .click();
  await expect(page.getByLabel("Passkey name")).toBeFocused();
  await page.getByLabel("Passkey name").fill("Laptop");
  await passkeys(page).getByRole("button", { name: "Save" }).click();
  await expect(passkeys(page).getByRole("listitem")).toContainText("Laptop");
  await expectAccessible(page);

  await page.goto(`${app.origin}/?passkey-only`);
  await signOut(page);
  await expect(state(page)).toHaveText("Signed out");
  await press(page, "Sign in with a passkey");
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
  await passkeys(page).getByRole("button", { name: "Remove: Laptop" }).click();
  await expect(passkeys(page).getByText("No passkeys yet.")).toBeVisible();
});

test("the form offers the passkey by itself, in the email field", async ({ page, app }) => {
  const email = await signUpWithPasskey(page, app);
  await signOut(page);
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
});

test("a browser that has a passkey of the user makes no second one", async ({ page, app }) => {
  await signUpWithPasskey(page, app);
  await press(page, "Add a passkey");
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  await expect(passkeys(page).getByRole("listitem")).toHaveCount(1);
});

test("a ceremony ends by the signal of the app, and by the next ceremony", async ({ page, app, authenticator }) => {
  const email = await signUpWithPasskey(page, app);
  await page.goto(`${app.origin}/?passkey-only`);
  await signOut(page);
  await expect(state(page)).toHaveText("Signed out");
  await authenticator.setPresent(false);
  const codeOf = (end: "signal" | "next ceremony" | "signal of before") =>
    page.evaluate(async (end) => {
      const controller = new AbortController();
      if (end === "signal of before") controller.abort();
      const asked = new Promise((resolve) => {
        const { get } = navigator.credentials;
        navigator.credentials.get = (options) => {
          navigator.credentials.get = get;
          resolve(undefined);
          return get.call(navigator.credentials, options);
        };
      });
      const first = window.auth.passkey.signIn({ signal: controller.signal });
      if (end !== "signal of before") await asked;
      if (end === "signal") controller.abort();
      if (end === "next ceremony") void window.auth.passkey.signIn({ autofill: true });
      const result = await first;
      return result.ok ? "signed in" : result.code;
    }, end);
  expect(await codeOf("signal of before")).toBe("cancelled");
  expect(await codeOf("signal")).toBe("cancelled");
  expect(await codeOf("next ceremony")).toBe("cancelled");
  // The ceremony that is still pending would be answered as soon as the user is there.
  await page.reload();
  await authenticator.setPresent(true);
  await press(page, "Sign in with a passkey");
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
});

test("a refusal by the browser is named", async ({ page, app }) => {
  await page.goto(`${app.origin}/?passkey-only`);
  await page.route("**/passkey/generate-authenticate-options", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), rpId: "example.com" } });
  });
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  expect(await page.evaluate(() => window.auth.passkey.signIn())).toMatchObject({
    ok: false,
    code: "passkey_failed",
    reason: "error_invalid_rp_id",
  });
});

test("SI-M2: a form that stays open gets new options for its passkeys before the old ones end", async ({
  page,
  app,
  authenticator,
}) => {
  const email = await signUpWithPasskey(page, app);
  await authenticator.setPresent(false);
  await page.clock.install();
  const ceremonies = await countCeremonies(page);
  await signOut(page);
  await expect.poll(ceremonies).toBe(1);
  // A ceremony that waits already hears nothing of it.
  await authenticator.setPresent(true);
  await page.clock.fastForward("04:30");
  await expect.poll(ceremonies).toBe(2);
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
});

/** Counts the ceremonies that the page begins from now on: options asked for lie in the browser's hands by then. */
async function countCeremonies(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const { credentials } = navigator;
    const [get, count] = [credentials.get.bind(credentials), { ceremonies: 0 }];
    credentials.get = (options) => {
      count.ceremonies += 1;
      return get(options);
    };
    return count;
  });
  return () => counted.evaluate(({ ceremonies }) => ceremonies);
}
