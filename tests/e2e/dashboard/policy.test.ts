import { readFileSync } from "node:fs";
import { expect, signIn, test } from "../page-test";

const DATABASES = /\/dashboard\/org_[0-9a-z]{20}$/;
const NOWHERE = "org_00000000000000000000";

const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1).join(" ")]));

test("HP-03: scripts and sheets of the dashboard need a nonce that is new each time; attributes alone may style", async ({
  page,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  const nonces = new Set<string>();
  const addresses = [
    ...[page.url(), `${page.url()}/members`, `${page.url()}/projects`],
    ...["/dashboard/account", "/dashboard/admin", "/dashboard/nothing"],
  ];
  for (const address of addresses) {
    const answer = await page.request.get(address);
    const policy = directivesOf(answer.headers()["content-security-policy"] ?? "");
    const nonce = /'nonce-([^']{24})'/.exec(policy["script-src"] ?? "")?.[1] ?? "";
    const content = policy["media-src"];
    expect(content).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(policy, address).toEqual({
      "default-src": "'self'",
      "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'`,
      "style-src": `'self' 'nonce-${nonce}'`,
      "style-src-attr": "'unsafe-inline'",
      "img-src": `'self' data: ${content}`,
      "media-src": content,
      "connect-src": `'self' ${content}`,
      "object-src": "'none'",
      "frame-src": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
      "frame-ancestors": "'none'",
    });
    const html = await answer.text();
    for (const [tag] of html.matchAll(/<(?:script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/<[^>]+\son(?:load|error|click)=/);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(addresses.length);
  const site = directivesOf((await page.request.get("/docs")).headers()["content-security-policy"] ?? "");
  for (const name of ["style-src-attr", "media-src", "connect-src"]) expect(site).not.toHaveProperty(name);
  expect(site["img-src"]).toBe("'self' data:");
});

test("markup that slips into a page runs nothing and brings no sheet", async ({ page, context }) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  // The console of this page may report refused requests.
  const harmed = await context.newPage();
  await harmed.goto(page.url());
  const found = await harmed.evaluate(async () => {
    const box = document.createElement("div");
    box.innerHTML = `<style>#probe { margin-left: 7px }</style><p id="probe" style="margin-right: 9px">x</p>
      <img src="x" onerror="window.isHarmed = true"><iframe src="javascript:parent.isHarmed = true"></iframe>`;
    const script = document.createElement("script");
    script.textContent = "window.isHarmed = true";
    document.body.append(box);
    document.body.insertAdjacentHTML("beforeend", script.outerHTML);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { marginLeft, marginRight } = getComputedStyle(document.querySelector("#probe") as Element);
    return { marginLeft, marginRight, isHarmed: "isHarmed" in window };
  });
  expect(found).toEqual({ marginLeft: "0px", marginRight: "9px", isHarmed: false });
  await harmed.close();
});

test("HP-01: names of organisations and databases are text, with any characters", async ({ page }) => {
  const name = `</script><img src=x onerror=alert(1)>`;
  await signIn(page, undefined, "/dashboard/invitations");
  await page.getByRole("main").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create organisation" }).click();
  await expect(page.getByRole("heading", { name: "No databases yet" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name })).toBeVisible();
  const organisation = page.url();

  await page.getByRole("button", { name: "Create database" }).click();
  const dialog = page.getByRole("dialog", { name: "Create database" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: "Connect" })).toBeVisible();
  const html = await (await page.request.get(page.url())).text();
  expect(html).not.toContain("<img src=x");
  await page.goto(`${organisation}/audit`);
  await expect(main.getByRole("list", { name: "Audit log" }).getByText(name).first()).toBeVisible();

  await page.goto(organisation);
  await main.getByRole("link", { name }).click();
  await page.getByRole("navigation", { name: "Database" }).getByRole("link", { name: "Settings" }).click();
  await main.getByRole("button", { name: "Delete database" }).click();
  const danger = page.getByRole("dialog", { name: "Delete database" });
  await danger.getByLabel(`Type ${name} to confirm`).fill(name);
  await danger.getByRole("button", { name: "Delete database" }).click();
  await expect(page.getByRole("heading", { name: "No databases yet" })).toBeVisible();
});

test("AD-01: no way of asking shows a page of the dashboard to a visitor without a session", async ({
  page,
  playwright,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  const { origin, pathname } = new URL(page.url());
  const secret = "How the plan is paid for is under";
  expect(await (await page.request.get(`${pathname}/usage`)).text()).toContain(secret);
  const stranger = await playwright.request.newContext({ baseURL: origin, maxRedirects: 0 });
  const key = process.env.COPPICE_MANAGEMENT_KEY ?? "";
  const spoofed = "proxy:proxy:proxy:proxy:proxy";
  const asked: [string, Record<string, string>][] = [
    [`${pathname}/usage`, {}],
    [`${pathname}/usage`, { authorization: `Bearer ${key}` }],
    [`${pathname}/usage`, { "x-middleware-subrequest": spoofed }],
    [`${pathname}/usage`, { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware" }],
    [`${pathname}/usage`, { rsc: "1" }],
    [`${pathname}/usage`, { rsc: "1", "next-router-prefetch": "1" }],
    [`${pathname}/usage`, { "x-nextjs-data": "1" }],
    [`${pathname}/usage.rsc`, {}],
    [`${pathname}/usage.segments/_tree.segment.rsc`, {}],
    [`/_next/data/x${pathname}/usage.json`, {}],
    [`${pathname.replace("dashboard", "%64ashboard")}/usage`, {}],
    [`${origin}/${pathname}/usage`, {}],
    [`/dashboard/${NOWHERE}/usage?organisationId=${pathname.split("/")[2]}&nxtPorganisationId=x`, {}],
    [`${pathname}/databases/search?name=`, { authorization: `Bearer ${key}` }],
  ];
  for (const [address, headers] of asked) {
    const answer = await stranger.get(address, { headers });
    const name = `${address} ${JSON.stringify(Object.keys(headers))}`;
    const text = await answer.text();
    // A response for the router itself is 200, and names the redirect.
    if (answer.status() === 200) expect(text, name).toContain("NEXT_REDIRECT");
    else expect([301, 302, 303, 307, 308, 400, 401, 403, 404], name).toContain(answer.status());
    expect(text, name).not.toContain(secret);
  }
  await stranger.dispose();
});

test("AD-02: no action of the dashboard does anything for a visitor without a session", async ({
  page,
  playwright,
}) => {
  await signIn(page);
  await expect(page).toHaveURL(DATABASES);
  const { origin, pathname } = new URL(page.url());
  const manifest = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
  const actions = Object.entries<{ workers: Record<string, unknown> }>({ ...manifest.node, ...manifest.edge });
  expect(actions.length).toBeGreaterThan(10);
  const stranger = await playwright.request.newContext({ baseURL: origin, maxRedirects: 0 });
  const organisationId = pathname.split("/")[2] ?? "";
  for (const [id, { workers }] of actions) {
    // Only the pages that use an action know it.
    const [entry = ""] = Object.keys(workers);
    const address = entry
      .replace(/^app(.*)\/page$/, "$1")
      .replaceAll(/\/\([a-z]+\)/g, "")
      .replace("[organisationId]", organisationId)
      .replace("[databaseId]", "db_00000000000000000000")
      .replace("[projectId]", "p_00000000000000000000");
    const answer = await stranger.post(address, {
      headers: { "next-action": id, "content-type": "text/plain;charset=UTF-8", origin, accept: "text/x-component" },
      data: JSON.stringify([organisationId, "x", "x"]),
    });
    const { "x-action-redirect": redirect = "", "x-nextjs-action-not-found": isUnknown } = answer.headers();
    // It is refused where it is, so that the text that was typed stays; or its page leads to the sign-in page.
    const isRefused = redirect.startsWith("/auth/p_") || (await answer.text()).includes('"isSignedOut":true');
    expect([isRefused, isUnknown], `${id} at ${address}`).toEqual([true, undefined]);
  }
  const unknown = await stranger.post(pathname, {
    headers: { "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8", origin },
    data: "[]",
  });
  expect([400, 404, 409]).toContain(unknown.status());
  await stranger.dispose();
});
