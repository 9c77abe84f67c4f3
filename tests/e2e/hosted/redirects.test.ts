import { createHash, randomBytes } from "node:crypto";
import { coppice } from "../command-line";
import { type App, expect, heading, press, serveApp, serviceUrl, signIn, signUp, test } from "./hosted-test";

const base64url = (bytes: Buffer) => bytes.toString("base64url");

test("OR-01, OR-02: an address that is none of the project's leads to a page that says so, and nowhere else", async ({
  page,
  app,
}) => {
  const { host, hostname } = new URL(app.origin);
  const strange = [
    ...["//evil.example", "/\\evil.example", "\\\\evil.example", "https:evil.example", "///evil.example"],
    ...[`https://${host}@evil.example`, `${app.origin}.evil.example`, `${app.origin}@evil.example`],
    ...["javascript:alert(1)", "data:text/html,x", "http://localhost:80@evil.example", `http://${hostname}:1/`],
    ...["/%2f%2fevil.example", "/%5cevil.example", `${app.origin}\t.evil.example`, "http://evil.example/"],
    ...[`${serviceUrl}/dashboard`, `${serviceUrl}/auth/p_00000000000000000000/account`, "\u0000", "https://"],
  ];
  for (const redirect_to of strange) {
    for (const name of ["sign-in", "account", "sign-up"]) {
      const answer = await page.request.get(app.page(name, { redirect_to }), { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], `${name} ${redirect_to}`).toEqual([
        302,
        app.page("error", { error: "redirect", address: redirect_to }),
      ]);
    }
    const returned = await page.request.get(app.page("return", { redirect_to }), { maxRedirects: 0 });
    expect(returned.status(), redirect_to).toBe(403);
    const posted = await page.request.post(app.page("forms/sign-in", { redirect_to }), {
      headers: { Origin: serviceUrl },
      form: { email: "ada@example.com", password: "wrong" },
      maxRedirects: 0,
    });
    expect([posted.status(), posted.headers().location], redirect_to).toEqual([
      303,
      app.page("error", { error: "redirect" }),
    ]);
  }
  await page.goto(app.page("sign-in", { redirect_to: "https://evil.example/" }));
  await expect(page.getByText("This app isn't allowed to send you to that address.")).toBeVisible();
  await expect(page.getByText("https://evil.example/ is not on an allowed origin")).toContainText(
    `(allowed: ${app.origin}). Run: npm run coppice -- project set ${app.project.id}`,
  );
  await expect(page.getByRole("link", { name: "Back to sign-in" })).toHaveAttribute("href", app.page("sign-in"));
});

test("every page that an app opens shows the way back to it, the project's own address leads to one", async ({
  page,
  app,
  email,
}) => {
  const redirect_to = `${app.origin}/settings`;
  const back = page.getByRole("link", { name: /^Back to Shop / });
  const opened = async (name: string, title: string) => {
    await page.goto(app.page(name, { redirect_to }));
    await expect(heading(page, title)).toBeVisible();
    await expect(back).toHaveAttribute("href", redirect_to);
  };
  await page.goto(app.page("").replace(/\/$/, ""));
  await expect(page).toHaveURL(app.page("sign-in"));
  await opened("signed-out", "You are signed out");
  for (const name of ["nopage", "no/such/page", "sign-in/nopage"]) {
    expect((await page.request.get(app.page(name))).status(), name).toBe(404);
    await opened(name, "Page not found");
  }

  await signUp(page, app, email);
  await page.goto(app.page("").replace(/\/$/, ""));
  await expect(heading(page, "Account")).toBeVisible();
  await opened("account", "Account");
  // Nobody is told to be signed out who is not.
  await opened("signed-out", "Account");
  await press(page, "Sign out");
  await expect(heading(page, "You are signed out")).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(redirect_to);
});

test("the mail of a sign-up leads back to the app too", async ({ page, app, email, mailbox }) => {
  const redirect_to = `${app.origin}/welcome`;
  await signUp(page, app, email, { redirect_to });
  await expect(page).toHaveURL(redirect_to);
  const { link, text } = await mailbox.next();
  expect(text).not.toContain("code");
  await page.goto(link);
  await press(page, "Confirm");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(redirect_to);
});

test("OR-02: if the owner has listed addresses, only these, exactly", async ({ page, app }) => {
  const own = await serveApp();
  await coppice("project", "set", own.project.id, `redirectAddresses=${JSON.stringify([`${own.origin}/callback`])}`);
  const statusOf = async (redirect_to: string) =>
    (await page.request.get(own.page("sign-in", { redirect_to }), { maxRedirects: 0 })).status();
  expect(await statusOf(`${own.origin}/callback`)).toBe(200);
  for (const path of ["/", "/callback/", "/callback?x=1", "/callback/../x", "/Callback", "/callback%2f..%2fx"]) {
    expect(await statusOf(`${own.origin}${path}`), path).toBe(302);
  }
  expect(await statusOf(`${own.origin}/x/../callback`)).toBe(200);
  expect(await statusOf(`${app.origin}/callback`)).toBe(302);
  own.close();
});

test.describe("an app on another site", () => {
  let app: App & { close: () => void };
  test.beforeAll(async () => {
    app = await serveApp([], { host: "127.0.0.1" });
  });
  test.afterAll(() => app.close());
  test.use({ allowedOrigins: async ({ app: other }, use) => use([app.origin, other.origin]) });

  test("OR-03: gets a code that its server exchanges, once, with the verifier", async ({ page, email, request }) => {
    const verifier = base64url(randomBytes(32));
    const code_challenge = base64url(createHash("sha256").update(verifier).digest());
    const query = { redirect_to: `${app.origin}/callback`, code_challenge, state: "af0ifjsldkj" };
    await page.goto(`${app.origin}/?${new URLSearchParams({ to: app.page("sign-up", query) })}`);
    await page.getByRole("link", { name: "Go on" }).click();
    await page.getByLabel("Name").fill("Ada");
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("correct horse battery staple");
    await press(page, "Sign up");
    await expect(page).toHaveURL(/\/callback\?/);
    const returned = new URL(page.url());
    expect([...returned.searchParams.keys()].sort()).toEqual(["code", "state"]);
    expect(returned.searchParams.get("state")).toBe("af0ifjsldkj");
    expect(returned.hash).toBe("");

    const exchange = (codeVerifier: string) =>
      request.post(`${serviceUrl}/v1/auth-tenant/exchange-code`, {
        headers: {
          "x-coppice-project-id": app.project.id,
          authorization: `Bearer ${app.project.publicKey}`,
        },
        data: { code: returned.searchParams.get("code"), codeVerifier },
      });
    const exchanged = await exchange(verifier);
    expect([exchanged.status(), (await exchanged.json()).user.email]).toEqual([200, email]);
    expect((await exchange(verifier)).status()).toBe(400);
  });

  test("a code that was exchanged with another verifier is spent", async ({ page, email, request }) => {
    const code_challenge = base64url(createHash("sha256").update("x".repeat(43)).digest());
    await signUp(page, app, email, { redirect_to: `${app.origin}/callback`, code_challenge });
    await expect(page).toHaveURL(/\/callback\?code=/);
    const code = new URL(page.url()).searchParams.get("code");
    for (const letter of ["y", "x"]) {
      const answer = await request.post(`${serviceUrl}/v1/auth-tenant/exchange-code`, {
        headers: { "x-coppice-project-id": app.project.id, authorization: `Bearer ${app.project.publicKey}` },
        data: { code, codeVerifier: letter.repeat(43) },
      });
      expect(answer.status()).toBe(400);
    }
  });

  test("finds who is signed in, though its links bring no Strict cookie", async ({ page, email }) => {
    await signUp(page, app, email);
    for (const name of ["account", "sign-in"]) {
      await page.goto(`${app.origin}/?${new URLSearchParams({ to: app.page(name) })}`);
      await page.getByRole("link", { name: "Go on" }).click();
      await expect(heading(page, "Account")).toBeVisible();
    }
    await page.goto(
      `${app.origin}/?${new URLSearchParams({ to: app.page("sign-in", { redirect_to: `${app.origin}/back` }) })}`,
    );
    await page.getByRole("link", { name: "Go on" }).click();
    await expect(page).toHaveURL(`${app.origin}/back`);
  });
});

test("a suspended project's pages are closed, and there is none for an unknown project", async ({ page, email }) => {
  const app = await serveApp();
  await signUp(page, app, email);
  await coppice("project", "suspend", app.project.id);
  for (const name of ["sign-in", "sign-up", "account", "magic-link", "forgot-password"]) {
    const answer = await page.goto(app.page(name));
    expect(answer?.status()).toBe(403);
    await expect(heading(page, "Sign-in is unavailable")).toBeVisible();
  }
  for (const id of ["p_00000000000000000000", "p_x", "P_00000000000000000000"]) {
    const answer = await page.goto(`${serviceUrl}/auth/${id}/sign-in`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
  await coppice("project", "unsuspend", app.project.id);
  await page.goto(app.page("sign-in"));
  await expect(heading(page, "Account")).toBeVisible();
  app.close();
});

test("a session of one project is none of another", async ({ page, app, email }) => {
  const other = await serveApp();
  await signUp(page, app, email);
  await page.goto(other.page("account"));
  await expect(heading(page, "Sign in")).toBeVisible();
  await signIn(page, email);
  await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
  other.close();
});
