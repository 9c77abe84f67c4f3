import { WebSocket } from "ws";
import type { CommandSession } from "@/lib/cli/command-line";
import { reasonOf } from "@/lib/core/error-code";
import { patienceSignal } from "@/lib/core/patience";
import { certificateEndOf, validUntil } from "./certificate";
import { type Check, type Finding, fail, named, ok, warn } from "./checks";

const TIMEOUT_MS = 10_000;
const MAX_SQL_BYTES = 4 * 1024 ** 2;
/** An address of no network (RFC 5737), which the proxy must replace. */
const FORGED = "192.0.2.123";
const GUIDE = "docs/guides/production.md shows the proxy's configuration.";

/** Asks the service the way its users do: by its public address, through any proxy in front of it. */
export async function checkAddress({ environment, isServing }: CommandSession): Promise<Finding | Check[]> {
  const { url, contentUrl, clientAddressHeader, mode } = environment;
  if (!isServing) return ok(`${url}, answers when the service runs`);
  const label = `address ${url}`;
  let info: { service?: unknown; clientAddress?: unknown };
  try {
    const headers = clientAddressHeader === null ? {} : { [clientAddressHeader]: FORGED };
    info = await (await ask(`${url}/info`, { headers })).json();
  } catch (error) {
    const advice = "Start the service and the proxy, and check the name, its certificate and COPPICE_URL.";
    return [named(label, fail(`doesn't respond (${causeOf(error)})`, advice))];
  }
  const content = checkContent(contentUrl);
  const part = async (what: string, finding: Finding | Promise<Finding>) => named(`address: ${what}`, await finding);
  const parts = await Promise.all([
    part("WebSockets", checkSockets(url, mode === "production")),
    part("large bodies", checkLargeBody(url)),
    ...(url.startsWith("https:") ? [part("certificate", checkCertificate(url))] : []),
    ...(isApart(contentUrl, url) ? [part("content site's certificate", checkCertificate(contentUrl))] : []),
    ...(clientAddressHeader === null
      ? []
      : [part("client's address", checkClientAddress(clientAddressHeader, info.clientAddress))]),
  ]);
  return [named(label, ok("answers")), ...parts, named(`address ${contentUrl}`, await content)];
}

/** Whether the content site has a certificate of its own, as under another name. */
function isApart(contentUrl: string, url: string): boolean {
  return contentUrl.startsWith("https:") && new URL(contentUrl).hostname !== new URL(url).hostname;
}

async function checkSockets(url: string, isProduction: boolean): Promise<Finding> {
  const status = await new Promise<number | string>((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v1/realtime`, "coppice.v1", {
      handshakeTimeout: TIMEOUT_MS,
    });
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0));
    socket.once("error", (error) => resolve(reasonOf(error)));
    socket.once("open", () => socket.terminate());
  });
  if (status === 101) return ok("pass");
  const detail = `don't get through (${status}): realtime and the serverless driver don't work`;
  return (isProduction ? fail : warn)(detail, GUIDE);
}

/** Only the service's own answers have an id of the request. */
async function checkLargeBody(url: string): Promise<Finding> {
  const body = Buffer.alloc(MAX_SQL_BYTES, " ");
  try {
    const answer = await ask(`${url}/api/v1/databases`, { method: "POST", body });
    if (answer.headers.has("x-request-id")) return ok("4 MB pass");
    return fail(`4 MB don't get through (${answer.status})`, GUIDE);
  } catch (error) {
    return fail(`4 MB don't get through (${causeOf(error)})`, GUIDE);
  }
}

function checkClientAddress(header: string, seen: unknown): Finding {
  if (seen === FORGED) return fail(`the proxy passes on the ${header} that a client sends`, GUIDE);
  if (typeof seen !== "string") return fail(`doesn't arrive in ${header}`, GUIDE);
  return ok(`arrives in ${header}`);
}

async function checkCertificate(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  return validUntil(await certificateEndOf({ host: hostname, port: Number(port || 443), servername: hostname }));
}

async function checkContent(contentUrl: string): Promise<Finding> {
  try {
    const answer = await ask(contentUrl, {});
    if (answer.headers.has("x-request-id")) return ok("answers");
    return fail(`isn't the content site (${answer.status})`, GUIDE);
  } catch (error) {
    return fail(`doesn't respond (${causeOf(error)})`, `Check COPPICE_CONTENT_URL. ${GUIDE}`);
  }
}

function ask(url: string, options: RequestInit): Promise<Response> {
  return fetch(url, { ...options, redirect: "manual", signal: patienceSignal(TIMEOUT_MS) });
}

/** The words of fetch itself say only that it failed. */
function causeOf(error: unknown): string {
  return reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
