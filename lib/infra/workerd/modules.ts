/** Answers carry this header where the function gave them; one without it is the runtime's own, after an error. */
export const ANSWERED_HEADER = "x-coppice-answered";
export const INVOCATION_HEADER = "x-coppice-invocation";
export const CALLER_HEADER = "x-coppice-caller";

/**
 * Runs before and after the function, in its isolate: what it says is believed no more than the function is. A body that
 * the function doesn't read is taken in before its answer is sent: the runtime would close the connection on it, and the
 * answer would be lost to whoever still writes.
 */
export const ENTRY_MODULE = `
import * as exported from "./function.js";
import { running } from "coppice";
const handler = exported.default ?? exported;
const found = typeof handler === "function" ? handler : (handler.fetch ?? exported.fetch);
const run = typeof found === "function" && found !== handler ? found.bind(handler) : found;
if (typeof run !== "function") throw new TypeError("The entry exports no function named fetch.");
export default {
  async fetch(request, env, context) {
    const answer = await running.run(request, () => run(request, env, context));
    if (!(answer instanceof Response)) throw new TypeError("The function returned no Response.");
    const { body } = request;
    if (body && !request.bodyUsed && !body.locked && answer.body !== body) await body.pipeTo(new WritableStream()).catch(() => {});
    try {
      answer.headers.set("${ANSWERED_HEADER}", "1");
      return answer;
    } catch {
      // The headers of what fetch returned can't be changed.
      const marked = new Response(answer.body, answer);
      marked.headers.set("${ANSWERED_HEADER}", "1");
      return marked;
    }
  },
};
`;

/** What functions import as \`coppice\`. */
export const PROVIDED_MODULE = `
import { AsyncLocalStorage } from "node:async_hooks";
export const running = new AsyncLocalStorage();
export function caller(request = running.getStore()) {
  const text = request?.headers.get("${CALLER_HEADER}");
  if (!text) throw new TypeError("There is no caller outside a request.");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
`;

/**
 * Answers pings, and passes on what the function logged. One worker for both: each has 2 MB of its own. A report that says
 * something is sent at once, those of the next moment together. One that says nothing waits for others, since a request
 * for each costs more than a small call, and nothing is lost with it.
 */
export const SERVICE_MODULE = `
const textOf = (part) => {
  if (typeof part === "string") return part;
  try { return JSON.stringify(part) ?? String(part); } catch { return String(part); }
};
const waiting = [];
let [isSending, isDue] = [false, false];
const take = () => {
  let [count, length] = [0, 0];
  do length += waiting[count++].length; while (count < waiting.length && length + waiting[count].length < 1e6);
  return "[" + waiting.splice(0, count).join() + "]";
};
const send = async () => {
  if (isSending) return;
  isSending = true;
  try {
    while (waiting.length > 0) {
      await fetch("http://log/", { method: "POST", body: take() });
      await scheduler.wait(10);
    }
  } finally { isSending = false; }
};
const sendSoon = async () => {
  if (isDue) return;
  isDue = true;
  await scheduler.wait(100);
  isDue = false;
  await send();
};
export default {
  fetch() { return new Response(null, { status: 204 }); },
  async tail(events) {
    let isSilent = true;
    for (const { outcome, logs, exceptions, event } of events) {
      const invocation = event?.request?.headers?.["${INVOCATION_HEADER}"] ?? null;
      const lines = logs.slice(0, 1000).map(({ timestamp, level, message }) =>
        ({ timestamp, level, message: (Array.isArray(message) ? message : [message]).map(textOf).join(" ").slice(0, 65536) }));
      const errors = exceptions.slice(0, 10).map(({ name, message, stack }) =>
        ({ name: String(name), message: String(message).slice(0, 65536), stack: String(stack ?? "").slice(0, 65536) }));
      waiting.push(JSON.stringify({ invocation, outcome, logs: lines, exceptions: errors }));
      if (outcome !== "ok" || lines.length + errors.length > 0) isSilent = false;
    }
    await (isSilent ? sendSoon() : send());
  },
};
`;
