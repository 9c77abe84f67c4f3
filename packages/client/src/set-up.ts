import type { Failure } from "./result";

/** Throws a `TypeError` for an address without a scheme, which would become a path of the page. */
export function requireAddress(name: string, address: string | undefined): void {
  if (address === undefined || /^https?:\/\/[^/]/.test(address)) return;
  throw new TypeError(`${name} must start with https:// or http://, unlike "${address}"`);
}

/** Returns the message for a developer when nothing answered; users of a published page are told nothing of it. */
export function noAnswerHint(url: string): string | undefined {
  if (!isOnThisMachine()) return undefined;
  const { origin } = globalThis.location;
  return `No answer from ${url} that this page may read. Is the service running there, and is ${origin} one of the project's allowedOrigins?`;
}

/**
 * Returns the message for a developer when something other than the service answered; users of a published page are
 * told nothing of it.
 */
export function noServiceHint(url: string, given: { apiOrigin?: string; authUrl?: string }): string | undefined {
  if (!isOnThisMachine()) return undefined;
  const isPage = given.apiOrigin === undefined && given.authUrl === undefined;
  const mended = isPage ? " That is this page's own origin: give createServiceAuth the service's apiOrigin." : "";
  return `There is no sign-in service at ${url}.${mended}`;
}

let lastShown = "";

/** Shows the hint in the console, since many failures are shown nowhere else. */
export function showHint(failure: Failure): Failure {
  const { hint, ...rest } = failure;
  if (hint === undefined) return rest;
  // biome-ignore lint/suspicious/noConsole: it is for the developer, and nobody else gets a hint
  if (hint !== lastShown) console.error(`${failure.code}: ${hint}`);
  lastShown = hint;
  return failure;
}

function isOnThisMachine(): boolean {
  const hostname = globalThis.location?.hostname ?? "";
  return /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname);
}
