import type { IncomingMessage } from "node:http";
import { isBentPath } from "../bent-path";

/** The header that keeps a path as it was sent, where Next makes another of it before proxy.tsx sees it. */
const SENT_PATH_HEADER = "x-sent-path";

/** Keeps the path of a request that Next is about to read. */
export function keepSentPath(request: IncomingMessage): void {
  const [pathname = ""] = (request.url ?? "").split("?", 1);
  if (!pathname.startsWith("/") || !isBentPath(pathname)) return;
  request.headers[SENT_PATH_HEADER] = pathname;
  request.url = "/";
}

/** Returns the path that was sent, where it is another than the one that Next made of it. */
export function sentPathOf(headers: Pick<Headers, "get">): string | null {
  const sent = headers.get(SENT_PATH_HEADER);
  // No client talks its way past what is done for the path that it did ask for: a bent one is answered by no page.
  return sent !== null && isBentPath(sent) ? sent : null;
}
