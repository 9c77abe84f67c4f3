import type { APIResponse } from "@playwright/test";
import { coppice } from "../command-line";
import {
  type App,
  emailField,
  expect,
  heading,
  PASSWORD,
  press,
  serveApp,
  serviceUrl,
  signIn,
  signUp,
  test,
} from "./hosted-test";

const PAGES = [
  ...["sign-in", "sign-up", "two-factor", "forgot-password", "reset-password", "magic-link", "verify-email"],
  ...["signed-out", "sign-out", "error", "nopage"],
];

function directivesOf(policy: string): Map<string, string> {
  return new Map(policy.split("; ").map((part) => [part.split(" ")[0] ?? "", part.split(" ").slice(1).join(" ")]));
}

/** Finds the policy of a hosted page in its headers and its HTML, and returns its nonce. */
async function expectPolicy(answer: APIResponse, app: App): Promise<string> {
  const name = answer.url();
  const headers = answer.headers();
  const policy = directivesOf(headers["content-security-policy"] ?? "");
  const nonce = /'nonce-([^']{24})'/.exec(policy.get("script-src") ?? "")?.[1] ?? "";
  expect(Object.fromEntries(policy), name).toEqual({
    ...{ "default-src": "'self'", "script-src": `'self' 'nonce-${nonce}' 'strict-dynamic'` },
    ...{ "style-src": `'self' 'nonce-${nonce}'`, "img-src": "'self' data:", "object-src": "'none'" },
    ...{ "frame-src": "'none'", "base-uri": "'none'", "form-action": `'self' ${app.origin}` },
    "frame-ancestors": "'none'",
  });
  expect(headers, name).toMatchObject({
    ...{ "x-frame-options": "DENY", "x-content-type-options": "nosniff", "referrer-policy": "same-origin" },
    ...{ "cross-origin-opener-policy": "same-origin", "cache-control": "private, no-store" },
  });
  expect(headers["x-request-id"]).toMatch(/^req_/);
  expect(headers["set-cookie"], name).toBeUndefined();
  const html = await answer.text();
  for (const [tag] of html.matchAll(/<(?:script|style)\b(?![^>]*type="application\/json")[^>]*>/g)) {
    expect(tag, name).toContain(`nonce="${nonce}"`);
  }
  expect(html).not.toMatch(/\son\w+=|javascript:|style="/);
  return nonce;
}

test("HP-03: scripts and styles need a nonce that is new each time, and no page sets a cookie", async ({
  request,
  app,
}) => {
  const nonces = new Set<string>();
  for (const name of PAGES) nonces.add(await expectPolicy(await request.get(app.page(name)), app));
  expect(nonces.size).toBe(PAGES.length);
});

test("HP-03: the pages that wait for a code, and those of somebody signed in, have the same policy", async ({
  request,
  app,
  email,
}) => {
  const post = async (name: string, form: Record<string, string>) =>
    request.post(app.page(`forms/${name}`), { headers: { Origin: serviceUrl }, form });
  const code = await post("magic-link", { email });
  expect(code.url()).toBe(app.page("code"));
  await expectPolicy(code, app);
  await post("forgot-password", { email: `other-${email}` });
  const reset = await request.get(app.page("forgot-password", { sent: "1" }));
  expect(await reset.text()).toContain("6-digit code");
  await expectPolicy(reset, app);

  await post("sign-up", { email: `new-${email}`, name: "Ada", password: PASSWORD });
  for (const name of ["account", "sign-out"]) {
    const answer = await request.get(app.page(name));
    expect(answer.url()).toBe(app.page(name));
    await expectPolicy(answer, app);
  }
});

test("HP-02: nobody frames a page, unless the owner lists them", async ({ request, page, allowedOrigins }) => {
  const app = await serveApp();
  allowedOrigins.push(app.origin);
  await coppice("project", "set", app.project.id, `frameAncestors=${JSON.stringify([app.origin])}`);
  const headers = (await request.get(app.page("sign-in"))).headers();
  expect(directivesOf(headers["content-security-policy"] ?? "").get("frame-ancestors")).toBe(app.origin);
  expect(headers["x-frame-options"]).toBeUndefined();
  await page.goto(app.origin);
  const frameIt = (address: string) =>
    page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.replaceChildren(frame);
    }, address);
  await frameIt(app.page("sign-in"));
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Sign in" })).toBeVisible();
  app.close();
});

test("HP-01: names and addresses are text, with any characters", async ({ page }) => {
  const name = `</title><script>alert(1)</script>"onload="`.slice(0, 40);
  const app = await serveApp([], { name });
  await page.goto(app.page("sign-in"));
  await expect(page.getByRole("banner")).toHaveText(name.trim());
  await expect(page).toHaveTitle(`Sign in to ${name.trim()}`);
  await coppice("project", "set", app.project.id, "brand.name=<img src=x onerror=alert(1)>{name}");
  const email = `"</script><script>alert(1)</script>"@example.com`;
  await page.goto(app.page("magic-link", { token: '"><script>alert(1)</script>', state: "</script><b>" }));
  await expect(page.getByRole("banner")).toHaveText("<img src=x onerror=alert(1)>{name}");
  await page.goto(app.page("error", { error: "<script>alert(1)</script>", error_description: "<b>Send money</b>" }));
  await expect(page.getByText("We couldn't complete this. Please try again.")).toBeVisible();
  await expect(page.getByText("Send money")).toHaveCount(0);
  // The typed text comes back from a form posted without scripts.
  const posted = await page.request.post(app.page("forms/sign-in", { state: "</script><script>alert(1)</script>" }), {
    headers: { Origin: serviceUrl },
    form: { email, password: "wrong" },
  });
  const html = await posted.text();
  expect(html).toContain("&lt;/script&gt;");
  expect(html).not.toContain("<script>alert");
  await page.goto(app.page("sign-in", { state: "</script><script>alert(1)</script>" }));
  await expect(emailField(page)).toHaveValue(email);
  await expect(heading(page, "Sign in")).toBeVisible();
  app.close();
});

test("HP-04: a brand is a colour and a number, and nothing else of it reaches the page's styles", async ({
  page,
  app,
}) => {
  for (const setting of [
    "brand.accentColor=red;}body{background:url(https://evil.example)}",
    "brand.radius=8px;x:url(https://evil.example)",
    "brand.logo=https://evil.example/logo.svg",
    "brand.termsUrl=javascript:alert(1)",
  ]) {
    await expect(coppice("project", "set", app.project.id, setting)).rejects.toThrow();
  }
  await page.goto(app.page("sign-in"));
  const styles = await page.locator("head style").textContent();
  expect(styles).toMatch(/^(?:[\w\s[\]-]+\{(?:--[\w-]+:[^;{}<>]+;?)+\})+$/);
  expect(styles).not.toContain("url(");
});

test("HP-05: a page listens to no message of an opener and keeps no handle on it", async ({ page, app, context }) => {
  await page.goto(app.origin);
  const opened = context.waitForEvent("page");
  await page.evaluate((address) => void window.open(address), app.page("sign-in"));
  const popup = await opened;
  await expect(heading(popup, "Sign in")).toBeVisible();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
});

test("a form that another site posts is refused, with a cookie or without", async ({ page, app, email }) => {
  await signUp(page, app, email);
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const origin of ["https://evil.example", "null", app.origin, undefined]) {
    for (const form of ["sign-out", "sign-in", "verify-email", "open-magic-link"]) {
      const answer = await fetch(app.page(`forms/${form}`), {
        method: "POST",
        headers: { cookie: cookies, ...(origin && { origin }), "content-type": "application/x-www-form-urlencoded" },
        body: "email=a%40example.com&password=x&token=x",
        redirect: "manual",
      });
      expect([answer.status, answer.headers.getSetCookie()], `${form} from ${origin}`).toEqual([403, []]);
    }
  }
  await page.goto(app.page("account"));
  await expect(heading(page, "Account")).toBeVisible();
});

test("cookies come with the pages that need them, and no page asks anybody else", async ({
  page,
  app,
  email,
  context,
}) => {
  // Without a sign-in under way, the second step leads to the sign-in page.
  const others = PAGES.filter((name) => name !== "sign-in" && name !== "two-factor");
  for (const name of others) await page.goto(app.page(name));
  expect(await context.cookies()).toEqual([]);
  // The browser offers passkeys in the form, for a challenge that only this browser can answer.
  await page.goto(app.page("sign-in"));
  await signIn(page, email, "wrong");
  await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
  expect((await context.cookies()).map(({ name }) => name)).toEqual([
    `coppice_passkey-authentication_${app.project.id}`,
  ]);
});

test.describe("languages", () => {
  test.use({ locale: "fr-CH" });

  test("are those of the address, of the choice, of the browser", async ({ page, app, context }) => {
    const lang = () => page.locator("html").getAttribute("lang");
    await page.goto(app.page("sign-in"));
    expect(await lang()).toBe("fr");
    await page.goto(app.page("sign-in", { ui_locales: "xx ja de" }));
    expect(await lang()).toBe("ja");
    // An app that asks for a language has not made the user's choice.
    expect((await context.cookies()).filter(({ name }) => name === "coppice_locale")).toEqual([]);
    await page.goto(app.page("sign-in"));
    await page.getByRole("navigation").getByRole("link", { name: "العربية" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    expect(await lang()).toBe("ar");
    await expect(page.getByRole("navigation").getByRole("link", { name: "العربية" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    const chosen = (await context.cookies()).find(({ name }) => name === "coppice_locale");
    expect(chosen).toMatchObject({ value: "ar", httpOnly: true, sameSite: "Lax" });
    await page.goto(app.page("sign-up"));
    expect(await lang()).toBe("ar");
    await page.goto(app.page("sign-up", { ui_locales: "es" }));
    expect(await lang()).toBe("es");
  });

  test("mails are in the language of the page that asked for them", async ({ page, app, email, mailbox }) => {
    await page.goto(app.page("sign-in", { ui_locales: "de" }));
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await press(page, "Link und Code per E-Mail senden");
    expect((await mailbox.next()).html).toContain('lang="de"');
  });
});
