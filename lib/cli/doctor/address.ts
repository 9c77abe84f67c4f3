import { connect } from "node:tls";
import { WebSocket } from "ws";
import type { CommandSession } from "@/lib/cli/command-line";
import { patienceSignal } from "@/lib/core/patience";
import { type Check, fail, ok, reasonOf, warn } from "./checks";

const TIMEOUT_MS = 10_000;
const MAX_SQL_BYTES = 4 * 1024 ** 2;
const FEW_DAYS = 14;
/** An address of no network (RFC 5737), which the proxy must replace. */
const FORGED = "192.0.2.123";
const GUIDE = "docs/guides/production.md shows the proxy's configuration.";

/** Asks the service the way its users do: by its public address, through any proxy in front of it. */
export async function checkAddress({ environment, isServing }: CommandSession): Promise<Check[]> {
  const { url, contentUrl, clientAddressHeader, mode } = environment;
  if (!isServing) return [ok("address", `${url}, answers when the service runs`)];
  const label = `address ${url}`;
  let info: { service?: unknown; clientAddress?: unknown };
  try {
    const headers = clientAddressHeader === null ? {} : { [clientAddressHeader]: FORGED };
    info = await (await ask(`${url}/info`, { headers })).json();
  } catch (error) {
    const advice = "Start the service and the proxy, and check the name, its certificate and COPPICE_URL.";
    return [fail(label, `doesn't respond (${causeOf(error)})`, advice)];
  }
  const checks = await Promise.all([
    checkSockets(url, mode === "production"),
    checkLargeBody(url),
    ...(url.startsWith("https:") ? [checkCertificate(url)] : []),
    ...(clientAddressHeader === null ? [] : [checkClientAddress(clientAddressHeader, info.clientAddress)]),
    checkContent(contentUrl),
  ]);
  return [ok(label, "answers"), ...checks];
}

async function checkSockets(url: string, isProduction: boolean): Promise<Check> {
  const status = await new Promise<number | string>((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v1/realtime`, "coppice.v1", {
      handshakeTimeout: TIMEOUT_MS,
    });
    socket.once("open", () => resolve(101));
    socket.once("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0));
    socket.once("error", (error) => resolve(reasonOf(error)));
    socket.once("open", () => socket.terminate());
  });
  if (status === 101) return ok("address: WebSockets", "pass");
  const detail = `don't get through (${status}): realtime and the serverless driver don't work`;
  return (isProduction ? fail : warn)("address: WebSockets", detail, GUIDE);
}

/** Only the service's own answers have an id of the request. */
async function checkLargeBody(url: string): Promise<Check> {
  const body = Buffer.alloc(MAX_SQL_BYTES, " ");
  try {
    const answer = await ask(`${url}/api/v1/databases`, { method: "POST", body });
    if (answer.headers.has("x-request-id")) return ok("address: large bodies", "4 MB pass");
    return fail("address: large bodies", `4 MB don't get through (${answer.status})`, GUIDE);
  } catch (error) {
    return fail("address: large bodies", `4 MB don't get through (${causeOf(error)})`, GUIDE);
  }
}

function checkClientAddress(header: string, seen: unknown): Check {
  const label = "address: client's address";
  if (seen === FORGED) return fail(label, `the proxy passes on the ${header} that a client sends`, GUIDE);
  if (typeof seen !== "string") return fail(label, `doesn't arrive in ${header}`, GUIDE);
  return ok(label, `arrives in ${header}`);
}

async function checkCertificate(url: string): Promise<Check> {
  const { hostname, port } = new URL(url);
  const end = await new Promise<string | null>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(socket.getPeerCertificate().valid_to ?? null);
      socket.destroy();
    });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.once("error", () => resolve(null));
    socket.once("close", () => resolve(null));
  });
  if (end === null) return warn("address: certificate", "couldn't be read", "Look at it in a browser.");
  const days = Math.floor((Date.parse(end) - Date.now()) / 86_400_000);
  const detail = `is valid for ${days} more days`;
  if (days >= FEW_DAYS) return ok("address: certificate", detail);
  return warn("address: certificate", detail, "Renew it, and see why that didn't happen automatically.");
}

async function checkContent(contentUrl: string): Promise<Check> {
  const label = `address ${contentUrl}`;
  try {
    const answer = await ask(contentUrl, {});
    if (answer.headers.has("x-request-id")) return ok(label, "answers");
    return fail(label, `isn't the content site (${answer.status})`, GUIDE);
  } catch (error) {
    return fail(label, `doesn't respond (${causeOf(error)})`, `Check COPPICE_CONTENT_URL. ${GUIDE}`);
  }
}

function ask(url: string, options: RequestInit): Promise<Response> {
  return fetch(url, { ...options, redirect: "manual", signal: patienceSignal(TIMEOUT_MS) });
}

/** The words of fetch itself say only that it failed. */
function causeOf(error: unknown): string {
  return reasonOf(error instanceof Error && error.cause !== undefined ? error.cause : error);
}
