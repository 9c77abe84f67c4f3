import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { completion, startFakeModel } from "../support/fake-model";
import { startNameServer } from "../support/name-server";
import { startSmtpServer } from "../support/smtp-server";
import { gitHub } from "../support/social-stand-ins";
import { Grants, listen } from "../support/stand-in-server";
import { coppice, FEW_LIMITS, setCommandSocket } from "./command-line";
import { bundleCommands, startCommands } from "./start-commands";
import { findTxt } from "./txt-records";

/**
 * The servers that the service reaches over the network, as bin/test/service.mjs told it: a mail server that puts each
 * mail into a file, a name server, GitHub, and a language model. And the commands that the tests run.
 */
export default async function serveTheService(): Promise<(() => Promise<void>) | undefined> {
  const { COPPICE_TEST_SMTP_PORT, COPPICE_TEST_GITHUB_PORT, COPPICE_TEST_MODEL_PORT } = process.env;
  const { COPPICE_TEST_MAIL_FOLDER: folder } = process.env;
  if (folder === undefined) return undefined;
  let count = 0;
  const sink = await startSmtpServer(
    {},
    {
      port: Number(COPPICE_TEST_SMTP_PORT),
      onReceived: ({ to, email: { subject, text, html } }) => {
        count += 1;
        const draft = join(folder, `.${randomUUID()}`);
        writeFileSync(draft, JSON.stringify({ to, subject, text, html }));
        renameSync(draft, join(folder, `${String(count).padStart(6, "0")}.json`));
      },
    },
  );
  const names = await startNameServer(Number(process.env.COPPICE_TEST_DNS_PORT), findTxt);
  const grants = new Grants();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    if (url.pathname !== "/login/oauth/authorize" || url.searchParams.has("account")) {
      return void gitHub(grants, request, response);
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(signInForm(url.searchParams));
  });
  await listen(server, Number(COPPICE_TEST_GITHUB_PORT));
  const model = await startFakeModel([answerByPrompt], Number(COPPICE_TEST_MODEL_PORT));
  await bundleCommands();
  const commands = await startCommands(process.env);
  setCommandSocket(commands.socket);
  await coppice("project", "set", await dashboardProjectId(), ...FEW_LIMITS);
  return async () => {
    await commands.stop();
    server.close();
    await model.close();
    await sink.close();
    await names.close();
  };
}

/** A language model that is down, drafts forbidden statements, or drafts a table, as the prompt says. */
const answerByPrompt: Parameters<typeof startFakeModel>[0][number] = (request, response, asked) => {
  const prompt = JSON.stringify(asked.messages);
  if (prompt.includes("be down")) return void response.writeHead(500).end();
  const sql = prompt.includes("drop it") ? "DROP TABLE authors;" : "CREATE TABLE authors (id int PRIMARY KEY);";
  completion(`\`\`\`sql\n${sql}\n\`\`\``)(request, response, asked);
};

/** The project of the dashboard's accounts, as its sign-in names it. */
async function dashboardProjectId(): Promise<string> {
  const answer = await fetch(`${process.env.COPPICE_URL}/dashboard`, { redirect: "manual" });
  const [, id] = /\/auth\/(p_[0-9a-z]{20})\//.exec(answer.headers.get("location") ?? "") ?? [];
  if (id === undefined) throw new Error("The dashboard leads to no sign-in.");
  return id;
}

/** The form on which someone names themselves at the provider. */
function signInForm(asked: URLSearchParams): string {
  const fields = [...asked].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${inAttribute(value)}">`,
  );
  return `<!doctype html><html lang="en"><title>GitHub</title><link rel="icon" href="data:,"><h1>GitHub</h1>
<form>${fields.join("")}<label>Account <input name="account"></label><button>Authorise</button></form></html>`;
}

function inAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
