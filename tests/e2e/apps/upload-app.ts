import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { readGuide } from "../../support/guides/guide-blocks";
import { createAppProject, type RunCommand } from "../command-line";
import { findFreePort, install, makeAppFolder, serveWithVite, VITE_FILES, writeFiles } from "./fresh-app";

const PASSWORD = "correct horse battery staple";

export interface UploadApp {
  origin: string;
  projectId: string;
  /** Changes the bucket `inbox`, to which the app uploads. */
  setPolicy(policy: object[]): Promise<void>;
  /** The objects of the bucket by the last segment of their keys. */
  objects(): Promise<Record<string, { size: number; sha256: string }>>;
  /** Kills the content process of the app's service; its supervisor starts another. */
  killContent(): void;
  stop(): Promise<void>;
}

/** Makes an app as the guides show it, with the packages that the service serves. */
export async function serveUploadApp(variables: NodeJS.ProcessEnv, run: RunCommand): Promise<UploadApp> {
  const serviceUrl = variables.COPPICE_URL ?? "";
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const { id: projectId, publicKey } = await createAppProject(`Files ${randomUUID()}`, origin, [], {
    ...{ run, organisationId: variables.COPPICE_ORG_ID ?? "" },
  });
  const own: Record<string, string> = { PROJECT_ID: projectId, PUBLIC_KEY: publicKey, ORIGIN: serviceUrl };
  const settings = Object.entries(own).map(([name, value]) => `VITE_AUTH_${name}=${value}\n`);
  const blocks = [...readGuide("sign-in-vite"), ...readGuide("upload-files")];
  const shown = Object.fromEntries(blocks.map(({ file, text }) => [file ?? "", text]));
  const folder = makeAppFolder(VITE_FILES);
  const commands = blocks.filter(({ heading, language }) => heading === "Install the package" && language === "sh");
  for (const { text } of commands) await install(folder, text.replaceAll("http://localhost:3000", serviceUrl));
  writeFiles(folder, {
    ...sourcesIn(shown),
    ".env.local": settings.join(""),
    "policy.json": shown["policy.json"] ?? "",
  });
  const policyFile = join(folder, "policy.json");
  await run("bucket", "create", "inbox", "--project", projectId, "--policy", policyFile);
  const stop = await serveWithVite(folder, port);
  return {
    ...{ origin, projectId },
    async setPolicy(policy) {
      writeFiles(folder, { "policy.json": JSON.stringify(policy) });
      await run("bucket", "set", "inbox", "--project", projectId, "--policy", policyFile);
    },
    async objects() {
      const { items } = await run("object", "list", "inbox", "--project", projectId);
      return Object.fromEntries(items.map((item: { key: string }) => [item.key.split("/").at(-1), item]));
    },
    killContent: () => killContent(variables.COPPICE_DATA_DIR ?? ""),
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sourcesIn(shown: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(shown).filter(([file]) => file.startsWith("src/")));
}

export async function signUpToUpload(page: Page, { origin }: UploadApp): Promise<void> {
  await page.goto(origin);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email address").fill(`${randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await expect(chooser(page)).toBeAttached();
}

/** The input of the drop zone. */
export const chooser = (page: Page) => page.getByLabel("Drop files here, or choose them");

export const rowOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

function killContent(dataFolder: string): void {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isContent(name, dataFolder));
  expect(pids).toHaveLength(1);
  for (const pid of pids) process.kill(Number(pid), "SIGKILL");
}

function isContent(pid: string, dataFolder: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
    return environment.includes("COPPICE_ROLES=content") && environment.includes(`COPPICE_DATA_DIR=${dataFolder}`);
  } catch {
    // It ended while this was looking, or belongs to somebody else.
    return false;
  }
}
