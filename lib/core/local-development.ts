import { CONNECTION_ADDRESS_HEADER } from "./connection-address";
import type { Environment } from "./env";
import { isLoopback } from "./loopback";

type LocalEnvironment = Pick<Environment, "mode" | "clientAddressHeader" | "host" | "url">;

/** Returns whether the service runs in development and is reached from this machine alone, by no proxy. */
export function isLocalDevelopment({ mode, clientAddressHeader, host, url }: LocalEnvironment): boolean {
  const hasProxy = clientAddressHeader !== null && clientAddressHeader !== CONNECTION_ADDRESS_HEADER;
  const isLocal = !hasProxy && isLoopback(host) && isLoopback(new URL(url).hostname);
  return mode === "development" && isLocal;
}

type InboxEnvironment = LocalEnvironment & Pick<Environment, "smtpUrl">;

/** Returns whether the pages below `/inbox` exist, which show mails that no mail server takes. */
export function hasInboxPage(environment: InboxEnvironment): boolean {
  return environment.smtpUrl === null && isLocalDevelopment(environment);
}

/**
 * Returns whether a request may read the inbox. A site that has its own name lead to this machine (DNS rebinding) would
 * be of the same origin, so the name in the Host field must be this machine's too.
 */
export function mayReadInbox(environment: InboxEnvironment, hostField: string | null): boolean {
  const hostname = URL.parse(`http://${hostField ?? ""}`)?.hostname ?? "";
  return hasInboxPage(environment) && isLoopback(hostname);
}
