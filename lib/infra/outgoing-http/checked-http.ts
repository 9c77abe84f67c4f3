import { lookup } from "node:dns/promises";
import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isOfCertificate } from "@/lib/core/error-code";
import { patienceSignal } from "@/lib/core/patience";
import {
  type OutgoingAnswer,
  type OutgoingHttp,
  OutgoingHttpError,
  type OutgoingRequest,
} from "@/lib/core/ports/outgoing-http";
import { isLoopbackAddress, isPublicAddress } from "./public-address";

/** The empty one is 443. */
const PORTS: ReadonlySet<string> = new Set(["", "8443"]);
const MAX_HEADER_BYTES = 16_384;

export type ResolveName = (hostname: string) => Promise<string[]>;

interface CheckedHttpOptions {
  /** Whether addresses of this machine may be asked too, by http and at any port: for development alone. */
  allowsLoopback: boolean;
  resolve?: ResolveName;
  /** Certificates of further authorities, as PEM. */
  authorities?: string[];
}

/**
 * Resolves a name once, checks every address that comes of it, and connects to a checked one, so that a name which leads
 * elsewhere a moment later (DNS rebinding) changes nothing. Follows no redirect, and asks for the host's own certificate.
 */
export class CheckedHttp implements OutgoingHttp {
  readonly #options: CheckedHttpOptions;

  constructor(options: CheckedHttpOptions) {
    this.#options = options;
  }

  async check(url: string): Promise<void> {
    await this.#addressesOf(readUrl(url));
  }

  async send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const deadline = patienceSignal(request.timeoutMilliseconds);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    try {
      const url = readUrl(request.url);
      const addresses = await orAborted(signal, this.#addressesOf(url));
      return await exchange(url, addresses, { ...request, signal }, this.#options.authorities);
    } catch (error) {
      if (deadline.aborted) {
        const seconds = request.timeoutMilliseconds / 1_000;
        throw new OutgoingHttpError("timeout", `No complete answer within ${seconds} seconds.`, { cause: error });
      }
      if (signal.aborted) throw new OutgoingHttpError("stopped", "The request was given up.", { cause: error });
      throw error instanceof OutgoingHttpError ? error : toFailure(error);
    }
  }

  async #addressesOf(url: URL): Promise<string[]> {
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    const addresses = isIP(hostname) > 0 ? [hostname] : await this.#resolve(hostname);
    if (addresses.length === 0) throw new OutgoingHttpError("unresolved", `${hostname} has no address.`);
    if (this.#options.allowsLoopback && addresses.every(isLoopbackAddress)) return addresses;
    if (!addresses.every(isPublicAddress)) {
      throw new OutgoingHttpError("refused", "The address isn't on the public internet.");
    }
    if (url.protocol !== "https:") throw new OutgoingHttpError("refused", "The address must start with https://.");
    if (!PORTS.has(url.port)) throw new OutgoingHttpError("refused", "The port must be 443 or 8443.");
    return addresses;
  }

  async #resolve(hostname: string): Promise<string[]> {
    try {
      return await (this.#options.resolve ?? resolveBySystem)(hostname.replace(/\.$/, ""));
    } catch (cause) {
      throw new OutgoingHttpError("unresolved", `${hostname} can't be resolved.`, { cause });
    }
  }
}

export async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

function readUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new OutgoingHttpError("refused", "The address must start with https://.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutgoingHttpError("refused", "The address can't hold a user name or password.");
  }
  return url;
}

/** The look-up itself cannot be stopped, so it is left behind. */
function orAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** Answers the checked addresses to every question: the connection makes no look-up of its own. */
export function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, found);
    else callback(null, found[0]?.address ?? "", found[0]?.family);
  };
}

async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, maxBytes, signal }: OutgoingRequest,
  authorities: string[] | undefined,
): Promise<OutgoingAnswer> {
  const options: RequestOptions = { method, headers, signal, agent: false, lookup: answerWith(addresses) };
  const limits = { maxHeaderSize: MAX_HEADER_BYTES };
  const tls = { rejectUnauthorized: true, ...(authorities && { ca: authorities }) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent =
    url.protocol === "https:"
      ? https.request(url, { ...options, ...limits, ...tls })
      : http.request(url, { ...options, ...limits });
  sent.on("response", resolve).on("error", reject).end(body);
  const response = await promise;
  return { status: response.statusCode ?? 0, headers: response.headers, ...(await readUpTo(response, maxBytes)) };
}

/** Leaving the loop ends the connection, so that a longer body is not even received. */
async function readUpTo(response: IncomingMessage, maxBytes: number): Promise<{ body: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > maxBytes) break;
  }
  return { body: new Uint8Array(Buffer.concat(chunks).subarray(0, maxBytes)), isCut: length > maxBytes };
}

function toFailure(cause: unknown): OutgoingHttpError {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  const name = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "no reason known";
  if (isOfCertificate(name)) {
    return new OutgoingHttpError("certificate", `The certificate isn't valid (${name}).`, { cause });
  }
  return new OutgoingHttpError("unreachable", `The connection failed (${name}).`, { cause });
}
