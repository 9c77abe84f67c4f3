import type { Answer } from "./lanes";

/** Returns the answer without ids, times, passwords and counts that move. */
export function comparable({ status, headers, text }: Answer) {
  const steady = (value: string) =>
    value
      .replace(/\b(db|req|host|usr)_[0-9a-z]{20}\b/g, "$1_…")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "(time)")
      .replace(/postgresql:[^"]+/g, "(connection string)")
      .replace(/"(uptimeSeconds|cloneMilliseconds|terminatedBackends)":\d+/g, '"$1":0')
      // The processes beside, which start and stop as other tests need them.
      .replace(/"(roles|functions)":(?:\{[^}]*\}|"\w+"|null)/g, '"$1":"…"')
      // Next knows no address of a connection.
      .replace(/"clientAddress":(?:null|"[^"]+")/, '"clientAddress":"…"')
      .replace(/t=\d+/, "t=…")
      .replace(/'nonce-[^']+'/g, "'nonce-…'");
  const ours = [...headers].filter(([name]) => !TRANSPORT.has(name)).map(([name, value]) => [name, steady(value)]);
  return { status, headers: Object.fromEntries(ours), body: steady(text) };
}

/**
 * The headers that the server beneath sets for the connection; Next also compresses, and names the headers its pages
 * vary by.
 */
const TRANSPORT = new Set([
  ...["date", "connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding", "vary"],
]);
