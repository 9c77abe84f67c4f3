import { appendFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { BrowserContext, Request, Response } from "@playwright/test";
import { secretsReceived, secretsSent } from "../support/exchanged-secrets";

/** Set by the runner, which searches the service's output for these secrets when the tests are over. */
const file = process.env.COPPICE_USED_SECRETS_FILE;

/** The time that the answers of a test may take until they are read. */
const PATIENCE_MS = 60_000;

/** Notes the secrets in whatever the browser sends and gets. Answers a function that waits until all are noted. */
export function recordSecrets(context: BrowserContext): () => Promise<void> {
  if (file === undefined) return async () => undefined;
  const known = new Set<string>();
  const pending: Promise<void>[] = [];
  const note = (secrets: string[]) => {
    for (const secret of secrets.filter((secret) => !known.has(secret))) {
      known.add(secret);
      appendFileSync(file, `${JSON.stringify(secret)}\n`);
    }
  };
  // What a page that was left still had under way has no more to tell.
  const later = (secrets: Promise<string[]>) => void pending.push(secrets.then(note, () => undefined));
  context.on("request", (request) => void (isAsset(request.url()) || later(secretsOfRequest(request))));
  context.on("response", (response) => void (isAsset(response.url()) || later(secretsOfResponse(response))));
  // Playwright never gives the headers of some requests that a left page had under way; nothing can be read of them.
  return async () =>
    void (await Promise.race([Promise.all(pending), setTimeout(PATIENCE_MS, undefined, { ref: false })]));
}

/** Most of what pages ask is scripts, with the cookies of the pages themselves and nothing else of anybody's. */
const isAsset = (url: string) => new URL(url).pathname.startsWith("/_next/static/");

async function secretsOfRequest(request: Request): Promise<string[]> {
  return secretsSent(new Headers(await request.allHeaders()), request.postData());
}

async function secretsOfResponse(response: Response): Promise<string[]> {
  const headers = new Headers();
  for (const { name, value } of await response.headersArray()) headers.append(name, value);
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  return secretsReceived(headers, response.ok(), isJson ? await response.text() : "");
}
