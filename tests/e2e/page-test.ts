import { type BrowserContext, expect, type Page } from "@playwright/test";
import { recordSecrets } from "./record-secrets";
import { test as base, type Make } from "./worker-test";

/** The credentials that the first run printed; the runner of the tests hands them on. */
export const credentials = {
  email: process.env.COPPICE_OWNER_EMAIL ?? "",
  password: process.env.COPPICE_OWNER_PASSWORD ?? "",
  managementKey: process.env.COPPICE_MANAGEMENT_KEY ?? "",
};

/** The page of the organisation that the first run made. */
export const HOME = `/dashboard/${process.env.COPPICE_ORG_ID}`;

/** Messages the browser writes for an answer a test asked for, such as a 404. */
const ASKED_FOR = /^Failed to load resource: the server responded with a status of 40[014]/;

/**
 * A test whose page may ask this service only, break no content security policy and log no error. Anything of the
 * kind fails the test at its end.
 */
export const test = base.extend<{ clean: undefined; asksContentSite: boolean; refusals: RegExp | null }>({
  /** The statuses of further answers that the test asks for, in the browser's messages about them. */
  refusals: [null, { option: true }],
  /** Whether the page may ask the site of customers' content too. */
  asksContentSite: [false, { option: true }],
  clean: [
    async ({ page, context, baseURL, asksContentSite, refusals }, use) => {
      const secretsNoted = recordSecrets(context);
      const faults: string[] = [];
      const origin = new URL(baseURL ?? "").origin;
      page.on("request", (request) => {
        const url = new URL(request.url());
        const isContent = asksContentSite && url.hostname === "127.0.0.1";
        if (url.protocol.startsWith("http") && url.origin !== origin && !isContent) faults.push(`asked ${url.origin}`);
      });
      page.on("console", (message) => {
        const text = message.text();
        if (message.type() === "error" && !ASKED_FOR.test(text) && !refusals?.test(text)) faults.push(text);
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      await use(undefined);
      await secretsNoted();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Cookies of somebody who is signed in. */
export type SignedInState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Signs in by the form, once for all tests of a worker. */
export function stateOf(enter: (page: Page) => Promise<void>): Make<SignedInState> {
  return async ({ browser }) => {
    const context = await browser.newContext({ baseURL: process.env.COPPICE_URL, storageState: undefined });
    const secretsNoted = recordSecrets(context);
    await enter(await context.newPage());
    await secretsNoted();
    const state = await context.storageState();
    await context.close();
    return state;
  };
}

const ownerState = stateOf(async (page) => {
  await signIn(page);
  await expect(page).toHaveURL(HOME);
});

/** A test whose browsers are signed in as the owner from the start. Tests of signing in itself use `test`. */
export const ownerTest = test.extend({
  storageState: async ({ once }, use) => use(await once(ownerState)),
});

type Account = Pick<typeof credentials, "email" | "password">;

/** Asks for a page of the dashboard, and signs in by the form that this leads to. */
export async function signIn(page: Page, account: Account = credentials, address = "/dashboard"): Promise<void> {
  await page.goto(address);
  await fillSignIn(page, account);
}

/** Signs in by the form that is shown. */
export async function fillSignIn(page: Page, { email, password }: Account = credentials): Promise<void> {
  const form = page.getByRole("main");
  await form.getByLabel("Email address").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

export { expect };
