import type { Page, Route } from "@playwright/test";
import { expect, region, signUp, test } from "./hosted-test";

/** The lists of the account page, from its end to its beginning, so that each comes before the parts above it. */
const LISTS = ["list-sessions", "list-trusted-devices", "list-user-passkeys", "list-accounts", "get-session"];

/** Keeps these requests back until they are let go, each of a name with all others of it. */
async function holdBack(page: Page, names: readonly string[]) {
  const held = new Map<string, Route[]>();
  for (const name of names)
    await page.route(`**/${name}`, (route) => void held.set(name, [...(held.get(name) ?? []), route]));
  return {
    held: (name: string) => expect.poll(() => held.has(name)).toBe(true),
    async letGo(name: string) {
      const routes = held.get(name) ?? [];
      await page.route(`**/${name}`, (route) => route.continue());
      for (const route of routes) await route.continue();
    },
  };
}

/** Returns the parts that have moved on the page so far, as the browser tells it. */
async function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((tell) => {
        const moved: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node: Element | null }[] })[])
            moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 200) ?? "?"));
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Two frames later, earlier changes are painted and told.
        requestAnimationFrame(() => requestAnimationFrame(() => tell(moved)));
      }),
  );
}

for (const [name, size] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
  "high screen": { width: 1440, height: 2400 },
})) {
  test(`the account page stands still on a ${name} while its lists come, in any order`, async ({
    page,
    app,
    email,
  }) => {
    await page.setViewportSize(size);
    await signUp(page, app, email);
    const { held, letGo } = await holdBack(page, LISTS);
    await page.goto(app.page("account", { redirect_to: `${app.origin}/back` }));
    await held("get-session");
    await letGo("get-session");
    for (const list of LISTS.slice(0, 4)) await held(list);
    await expect(region(page, "Email address")).toBeVisible();
    // A button that would move isn't there to be pressed.
    await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sign out", exact: true })).toBeVisible();
    for (const list of LISTS.slice(0, 4)) await letGo(list);
    await expect(region(page, "Where you're signed in").getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();
    expect(await shiftsOf(page)).toEqual([]);
  });
}
