export const INVOCATION_HEADER = "x-coppice-invocation";
/** Asks for the report of an invocation by its id; one that isn't known is answered 204. */
export const REPORT_HEADER = "x-coppice-report";
/** Follows the id where the invocation was cut off, so that nothing it has begun is waited for. */
export const CUT_MARK = " cut";
/** Answers carry this header where the function gave them; one without it is the runtime's own, after an error. */
export const ANSWERED_HEADER = "x-coppice-answered";
/**
 * The header of the answer to a request that can't be sent, in place of its receiver's. No answer from outside has it.
 */
export const REFUSED_HEADER = "x-coppice-egress";

/** The values of the header: whether the invocation has something to report already, or gave a WebSocket for an answer. */
export const ANSWERED = { silently: "1", withReport: "2", webSocket: "3" } as const;

/**
 * Keeps the log and errors of each invocation, in the function's own isolate, until it is asked for. Most invocations
 * say nothing, and cost nothing by that. Functions can change everything in their isolate, and so only the reports
 * about themselves.
 */
export const REPORT_MODULE = `
import { AsyncLocalStorage } from "node:async_hooks";
export const running = new AsyncLocalStorage();
const { Response, scheduler, fetch: send } = globalThis;
// A request that could not be made has no answer, and callers take one for that of whom they asked.
globalThis.fetch = async function fetch(...args) {
  const answer = await send(...args);
  if (answer.headers.get("${REFUSED_HEADER}") === null) return answer;
  throw new TypeError((await answer.text()).trim());
};
// Those that have something to report. One that said it after an answer on which nobody asks is left out in the end.
const calls = new Map();
const keep = (call) => {
  if (calls.has(call.id)) return;
  if (calls.size >= 1000) calls.delete(calls.keys().next().value);
  calls.set(call.id, call);
};
const isOwnFrame = (line) => /^ +at /.test(line) && !/\\b(main\\.js|report):\\d/.test(line);
const stackOf = (error) => [error.name + ": " + error.message, ...String(error.stack).split("\\n").filter(isOwnFrame)].join("\\n");
const textOf = (part) => {
  if (typeof part === "string") return part;
  try {
    if (part instanceof Error) return stackOf(part);
    if (part instanceof Date) return part.toISOString();
    const prototype = typeof part === "object" && part !== null ? Object.getPrototypeOf(part) : undefined;
    const isPlain = Array.isArray(part) || prototype === Object.prototype || prototype === null;
    return isPlain ? JSON.stringify(part) : String(part);
  } catch { return Object.prototype.toString.call(part); }
};
for (const level of ["debug", "info", "log", "warn", "error"]) console[level] = (...parts) => {
  const call = running.getStore();
  if (!call || call.lines.length > 1000 || call.length > 262144) return;
  const message = parts.map(textOf).join(" ").slice(0, 65536);
  keep(call);
  call.length += message.length;
  call.lines.push({ timestamp: Date.now(), level, message });
};
const noteError = (call, errors, error) => {
  if (errors.length >= 10) return;
  keep(call);
  try {
    const [name, message, stack] = error instanceof Error ? [error.name, error.message, stackOf(error)] : ["Error", textOf(error), ""];
    errors.push({ name: String(name), message: String(message).slice(0, 65536), stack: stack.slice(0, 65536) });
  } catch { errors.push({ name: "Error", message: "An error that can't be read", stack: "" }); }
};
const noting = (call, work) => (...args) => {
  const note = (error) => { noteError(call, call.streamErrors, error); throw error; };
  try {
    const result = work(...args);
    return result instanceof Promise ? result.catch(note) : result;
  } catch (error) { return note(error); }
};
const watchSources = (name, methods) => {
  globalThis[name] = new Proxy(globalThis[name], { construct(target, [source, ...rest], own) {
    const call = running.getStore();
    if (!call || typeof source !== "object" || source === null) return Reflect.construct(target, [source, ...rest], own);
    const watched = Object.create(source);
    for (const method of methods) if (typeof source[method] === "function") watched[method] = noting(call, source[method].bind(source));
    return Reflect.construct(target, [watched, ...rest], own);
  } });
};
watchSources("ReadableStream", ["start", "pull"]);
watchSources("TransformStream", ["start", "transform", "flush"]);
const watchWaits = (context, call) => {
  const waitUntil = context.waitUntil.bind(context);
  context.waitUntil = (promise) => {
    keep(call);
    call.waits += 1;
    const settled = Promise.resolve(promise).catch((error) => noteError(call, call.errors, error));
    waitUntil(settled.finally(() => { call.waits -= 1; }));
  };
};
const report = async (asked) => {
  const [id, cut] = asked.split(" ");
  const call = calls.get(id);
  if (!call) return new Response(null, { status: 204 });
  for (let waited = 0; call.waits > 0 && !cut && waited < 32000; waited += 20) await scheduler.wait(20);
  calls.delete(id);
  const { lines, errors, streamErrors } = call;
  return Response.json({ logs: lines, exceptions: errors, streamExceptions: streamErrors });
};
const mark = (answer, value) => {
  try {
    answer.headers.set("${ANSWERED_HEADER}", value);
    return answer;
  } catch {
    // The headers of a response of fetch can't be changed.
    const marked = new Response(answer.body, answer);
    marked.headers.set("${ANSWERED_HEADER}", value);
    return marked;
  }
};
export async function watch(request, context, run) {
  const asked = request.headers.get("${REPORT_HEADER}");
  if (asked !== null) return report(asked);
  const id = request.headers.get("${INVOCATION_HEADER}");
  const call = { id, request, lines: [], length: 0, errors: [], streamErrors: [], waits: 0 };
  watchWaits(context, call);
  try {
    const answer = await running.run(call, run);
    if (answer.webSocket) {
      noteError(call, call.errors, new TypeError("The function answered with a WebSocket, which functions can't."));
      return new Response(null, { headers: { "${ANSWERED_HEADER}": "${ANSWERED.webSocket}" } });
    }
    return mark(answer, calls.has(id) ? "${ANSWERED.withReport}" : "${ANSWERED.silently}");
  } catch (error) {
    noteError(call, call.errors, error);
    throw error;
  }
}
`;
