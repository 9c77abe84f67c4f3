import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BrowserContext } from "@playwright/test";
import { transform } from "esbuild";
import { coppice } from "../command-line";
import { expect, serveApp, serviceUrl, test } from "./hosted-test";

type SignIn = (context: BrowserContext, email: string, origin: string) => Promise<void>;

/** Loads the example of docs/sign-in.md from its text, with these environment variables. */
async function loadExample(file: string, env: Record<string, string>): Promise<SignIn> {
  const blocks = readFileSync("docs/sign-in.md", "utf8").split("```ts\n");
  const [source = ""] = blocks.find((block) => block.startsWith("// tests/sign-in.ts"))?.split("\n```") ?? [];
  const { code } = await transform(source, { loader: "ts", define: { "process.env": JSON.stringify(env) } });
  writeFileSync(file, code);
  return (await import(pathToFileURL(file).href)).signIn;
}

test("the example for Playwright in the docs signs a test user in, without a page", async ({
  context,
  email,
}, info) => {
  const { project, origin, page: address, close } = await serveApp(["methods.testTokens=true"]);
  const key = await coppice("server-key", "create", project.id, "--scope", "admin", "--name", "tests");
  const signIn = await loadExample(info.outputPath("sign-in.mjs"), {
    ...{ COPPICE_URL: serviceUrl, COPPICE_PROJECT_ID: project.id },
    ...{ COPPICE_PUBLIC_KEY: project.publicKey, COPPICE_SERVER_KEY: key.secret },
  });
  await signIn(context, email, origin);
  const page = await context.newPage();
  await page.goto(address("account"));
  await expect(page.getByText(email).first()).toBeVisible();
  close();
});
