import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CDPSession, expect, type Page } from "@playwright/test";
import { build } from "esbuild";
import { type AppProject, createAppProject } from "./command-line";
import { test as base, type Make } from "./worker-test";

const PASSWORD = "correct horse battery staple";

/** The app: a page with the published client as it is, on another port than the service. */
const PAGE = `<!doctype html>
<html lang="en">
  <title>Shop</title>
  <form>
    <label>E-mail address <input id="email" autocomplete="username webauthn"></label>
    <button type="button" id="signUp">Sign up</button>
    <button type="button" id="signIn">Sign in with a passkey</button>
    <button type="button" id="add">Add a passkey</button>
    <button type="button" id="remove">Remove passkeys</button>
    <button type="button" id="signOut">Sign out</button>
  </form>
  <output></output>
  <script src="/app.js"></script>
</html>`;

const SCRIPT = `
import { createAuthClient } from "better-auth/client";
import { passkeyClient } from "@better-auth/passkey/client";

const { url, id, publicKey, password } = CONFIGURATION;
const client = createAuthClient({
  baseURL: url + "/v1/auth-tenant",
  plugins: [passkeyClient()],
  fetchOptions: { headers: { "x-coppice-project-id": id, authorization: "Bearer " + publicKey } },
});
const output = document.querySelector("output");
const show = async (work) => {
  output.textContent = "…";
  const { error } = await work();
  const { data } = await client.getSession();
  const passkeys = data ? (await client.passkey.listUserPasskeys()).data.length : 0;
  const state = data ? data.user.email + " with " + passkeys + " passkeys" : "signed out";
  output.textContent = error ? (error.code ?? error.status) + ", " + state : state;
};
const actions = {
  signUp: () => client.signUp.email({ name: "Ada", email: document.querySelector("#email").value, password }),
  signIn: () => client.signIn.passkey(),
  add: () => client.passkey.addPasskey({ name: "This browser" }),
  remove: async () => {
    for (const { id } of (await client.passkey.listUserPasskeys()).data) await client.passkey.deletePasskey({ id });
    return {};
  },
  signOut: () => client.signOut(),
};
for (const [name, action] of Object.entries(actions)) {
  document.querySelector("#" + name).addEventListener("click", () => show(action));
}
if (location.search === "?autofill") show(() => client.signIn.passkey({ autoFill: true }));
else show(async () => ({}));
`;

interface App {
  origin: string;
  project: AppProject;
}

async function serveScript(server: Server, configuration: object): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: process.cwd() },
    define: { CONFIGURATION: JSON.stringify(configuration) },
    ...{ bundle: true, write: false, format: "iife", platform: "browser", logLevel: "error" },
  });
  const script = outputFiles[0]?.text ?? "";
  server.on("request", ({ url }, response) => {
    const [type, body] = url === "/app.js" ? ["text/javascript", script] : ["text/html", PAGE];
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(body);
  });
}

const serveApp: Make<App> = async ({ onEnd }) => {
  const server = createServer();
  await once(server.listen(0, "localhost"), "listening");
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const project = await createAppProject(`Shop ${randomUUID()}`, origin);
  await serveScript(server, { ...project, url: process.env.COPPICE_URL, password: PASSWORD });
  return { origin, project };
};

const test = base.extend<{ authenticator: { session: CDPSession; id: string }; app: App }>({
  app: async ({ once }, use) => use(await once(serveApp)),
  authenticator: async ({ page }, use) => {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId: id } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true, defaultBackupEligibility: true },
      },
    });
    await use({ session, id });
  },
});

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

/** Signs up in the app, and adds a passkey of this browser. */
async function signUpWithPasskey(page: Page, { origin }: App): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto(origin);
  await page.getByLabel("E-mail address").fill(email);
  await press(page, "Sign up");
  await expect(page.getByRole("status")).toHaveText(`${email} with 0 passkeys`);
  await press(page, "Add a passkey");
  await expect(page.getByRole("status")).toHaveText(`${email} with 1 passkeys`);
  return email;
}

test("a user adds a passkey to an app on another port, signs out, and is known by it without a name", async ({
  page,
  app,
  authenticator: { session, id: authenticatorId },
}) => {
  const email = await signUpWithPasskey(page, app);
  const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

  await press(page, "Sign out");
  await expect(page.getByRole("status")).toHaveText("signed out");
  await page.getByLabel("E-mail address").fill("");
  await press(page, "Sign in with a passkey");
  await expect(page.getByRole("status")).toHaveText(`${email} with 1 passkeys`);
  const cookies = (await page.context().cookies()).toSorted((a, b) => a.name.localeCompare(b.name));
  expect(cookies).toMatchObject([
    { name: `coppice_known_${app.project.id}`, httpOnly: true, sameSite: "Strict" },
    { name: `coppice_session_${app.project.id}`, httpOnly: true, sameSite: "Strict" },
  ]);
});

test("the form offers the passkey by itself, before anything is pressed", async ({ page, app, authenticator }) => {
  expect(authenticator.id).not.toBe("");
  const email = await signUpWithPasskey(page, app);
  await press(page, "Sign out");
  await expect(page.getByRole("status")).toHaveText("signed out");
  await page.goto(`${app.origin}/?autofill`);
  await expect(page.getByRole("status")).toHaveText(`${email} with 1 passkeys`);
});

test("a browser that has a passkey of the user makes no second one", async ({ page, app, authenticator }) => {
  expect(authenticator.id).not.toBe("");
  const email = await signUpWithPasskey(page, app);
  await press(page, "Add a passkey");
  await expect(page.getByRole("status")).toHaveText(
    `ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED, ${email} with 1 passkeys`,
  );
});

test("a passkey that the user removed signs nobody in", async ({ page, app, authenticator }) => {
  expect(authenticator.id).not.toBe("");
  const email = await signUpWithPasskey(page, app);
  await press(page, "Remove passkeys");
  await expect(page.getByRole("status")).toHaveText(`${email} with 0 passkeys`);
  await press(page, "Sign out");
  await expect(page.getByRole("status")).toHaveText("signed out");
  await press(page, "Sign in with a passkey");
  await expect(page.getByRole("status")).toHaveText("PASSKEY_NOT_FOUND, signed out");
});

test("a copied authenticator is found out by its counter", async ({ page, app, authenticator: { session, id } }) => {
  const email = await signUpWithPasskey(page, app);
  const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId: id });
  const [copy] = credentials;
  if (!copy) throw new Error("no credential was made");
  await press(page, "Sign in with a passkey");
  await expect(page.getByRole("status")).toHaveText(`${email} with 1 passkeys`);
  await press(page, "Sign out");
  await expect(page.getByRole("status")).toHaveText("signed out");
  await session.send("WebAuthn.removeCredential", { authenticatorId: id, credentialId: copy.credentialId });
  await session.send("WebAuthn.addCredential", { authenticatorId: id, credential: { ...copy, signCount: 0 } });
  await press(page, "Sign in with a passkey");
  await expect(page.getByRole("status")).toHaveText("AUTHENTICATION_FAILED, signed out");
});
