import { appendFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { BrowserContext, Request, Response } from "@playwright/test";
import { secretsReceived, secretsSent } from "../support/exchanged-secrets";

/** Set by the runner, which searches the service's output for these secrets when the tests are over. */
const file = process.env.COPPICE_USED_SECRETS_FILE;

/** The time that the answers of a test may take until they are read. */
const PATIENCE_MS = 60_000;
/** The same for requests that came to no end: Playwright never gives the headers of some that a left page made. */
const PATIENCE_WITH_UNENDED_MS = 1_000;

/**
 * Notes the secrets in everything that the browser sends and gets. Answers a function that waits until all are noted.
 */
export function recordSecrets(context: BrowserContext): () => Promise<void> {
  if (file === undefined) return async () => undefined;
  const known = new Set<string>();
  const pending = new Map<Request, Promise<void>[]>();
  const ended = new Set<Request>();
  const note = (secrets: string[]) => {
    for (const secret of secrets.filter((secret) => !known.has(secret))) {
      known.add(secret);
      appendFileSync(file, `${JSON.stringify(secret)}\n`);
    }
  };
  // A request that was under way when its page was left has no more to tell.
  const later = (request: Request, read: () => Promise<string[]>) => {
    if (isAsset(request.url())) return;
    const noted = read().then(note, () => undefined);
    pending.set(request, [...(pending.get(request) ?? []), noted]);
  };
  context.on("request", (request) => later(request, () => secretsOfRequest(request)));
  context.on("response", (response) => later(response.request(), () => secretsOfResponse(response)));
  context.on("requestfinished", (request) => void ended.add(request));
  const notedWithin = (milliseconds: number, requests: Request[]) => {
    const noted = requests.flatMap((request) => pending.get(request) ?? []);
    return Promise.race([Promise.all(noted), setTimeout(milliseconds, undefined, { ref: false })]);
  };
  return async () => {
    await notedWithin(PATIENCE_WITH_UNENDED_MS, [...pending.keys()]);
    await notedWithin(PATIENCE_MS, [...ended]);
  };
}

/** Most requests of pages are for scripts, with the cookies of the pages themselves and nothing else of anybody's. */
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
