import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { readGuide } from "../../support/guides/guide-blocks";
import { coppice, createAppProject } from "../command-line";
import { findFreePort, install, makeAppFolder, serveWithVite, VITE_FILES, writeFiles } from "./fresh-app";

export interface SharedListApp {
  origin: string;
  stop(): Promise<void>;
}

/** Makes the app as its guide shows it, with the package that the service serves, under a policy that allows no inline code. */
export async function serveSharedList(): Promise<SharedListApp> {
  const serviceUrl = process.env.COPPICE_URL ?? "";
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const { id, publicKey } = await createAppProject(`List ${randomUUID()}`, origin);
  const blocks = readGuide("shared-list");
  const commandOf = (heading: string) =>
    blocks.find((block) => block.heading === heading && block.language === "sh")?.text ?? "";
  const [, rules = ""] = /'(realtime\.topics=.+)'/.exec(commandOf("Permissions")) ?? [];
  await coppice("project", "set", id, rules);
  const folder = makeAppFolder(VITE_FILES);
  await install(folder, commandOf("Install the package").replaceAll("http://localhost:3000", serviceUrl));
  const own = { PROJECT_ID: id, PUBLIC_KEY: publicKey, ORIGIN: serviceUrl };
  writeFiles(folder, {
    ...Object.fromEntries(blocks.flatMap(({ file, text }) => (file?.startsWith("src/") ? [[file, text]] : []))),
    ".env.local": Object.entries(own)
      .map(([name, value]) => `VITE_AUTH_${name}=${value}\n`)
      .join(""),
    "vite.config.js": `export default { preview: { headers: ${JSON.stringify(policyFor(serviceUrl))} } };\n`,
  });
  const stop = await serveWithVite(folder, port);
  return {
    origin,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function policyFor(serviceUrl: string): Record<string, string> {
  const connect = `connect-src ${serviceUrl} ${serviceUrl.replace(/^http/, "ws")}`;
  return { "Content-Security-Policy": `default-src 'none'; script-src 'self'; style-src 'self'; ${connect}` };
}
