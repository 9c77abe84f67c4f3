export const CALLER_HEADER = "x-coppice-caller";

/**
 * Runs before and after the function, in its isolate: its reports are believed no more than the function is. A body
 * that the function doesn't read is taken in before its answer is sent: the runtime would close the connection on it,
 * and the answer would be lost to a writer that still writes.
 */
export const ENTRY_MODULE = `
import { watch } from "report";
import * as exported from "./function.js";
const handler = exported.default ?? exported;
const found = typeof handler === "function" ? handler : (handler.fetch ?? exported.fetch);
const run = typeof found === "function" && found !== handler ? found.bind(handler) : found;
if (typeof run !== "function") throw new TypeError("The entry exports no function named fetch.");
export default {
  fetch: (request, env, context) => watch(request, context, async () => {
    const answer = await run(request, env, context);
    if (!(answer instanceof Response)) throw new TypeError("The function returned no Response.");
    const { body, headers } = request;
    if (body && headers.get("content-length") !== "0" && !request.bodyUsed && !body.locked && answer.body !== body) await body.pipeTo(new WritableStream()).catch(() => {});
    return answer;
  }),
};
`;

/** The module that functions import as `coppice`. */
export const PROVIDED_MODULE = `
import { running } from "report";
export function caller(request = running.getStore()?.request) {
  const text = request?.headers.get("${CALLER_HEADER}");
  if (!text) throw new TypeError("There is no caller outside a request.");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
`;
