import assert from "node:assert";
import { ENTRY_MODULE, PROVIDED_MODULE } from "./modules";
import { REPORT_MODULE } from "./report-module";

/** The last date for which the runtime of package.json is built. */
const COMPATIBILITY_DATE = "2026-10-23";

const MEBIBYTE = 1_048_576;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Files and sockets of a process, in the folder that it runs in. */
export const FILES = {
  configuration: "config.capnp",
  script: "function.js",
  http: "http.sock",
  egress: "egress.sock",
} as const;

interface ConfigurationOptions {
  environment: Readonly<Record<string, string>>;
  memoryBytes: number;
}

/**
 * Returns the configuration of a process as Cap'n Proto text: the function, which is asked at one socket, and whose only
 * way out is another.
 */
export function configurationOf({ environment, memoryBytes }: ConfigurationOptions): string {
  const heapMebibytes = Math.floor(memoryBytes / MEBIBYTE);
  assert(Number.isSafeInteger(heapMebibytes) && heapMebibytes > 0, "The memory of a function is a number of MiB");
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "internet", network = (allow = [])),
    (name = "egress", external = (address = ${text(`unix:${FILES.egress}`)}, http = (style = proxy))),
    (name = "function", worker = ${functionWorker(environment)})
  ],
  sockets = [
    (name = "http", address = ${text(`unix:${FILES.http}`)}, http = (forwardedProtoHeader = "x-coppice-proto"), service = "function")
  ],
  v8Flags = [${text(`--max-old-space-size=${heapMebibytes}`)}]
);
`;
}

function functionWorker(environment: Readonly<Record<string, string>>): string {
  const bindings = Object.entries(environment).map(([name, value]) => {
    assert(NAME.test(name), "The name of a variable has letters, digits and underscores alone");
    return `(name = ${text(name)}, text = ${text(value)})`;
  });
  const modules = [
    `(name = "main.js", esModule = ${text(ENTRY_MODULE)})`,
    `(name = "function.js", esModule = embed ${text(FILES.script)})`,
    `(name = "coppice", esModule = ${text(PROVIDED_MODULE)})`,
    `(name = "report", esModule = ${text(REPORT_MODULE)})`,
  ];
  return `(modules = [${modules}], compatibilityDate = ${text(COMPATIBILITY_DATE)}, bindings = [${bindings}],
      globalOutbound = "egress")`;
}

/** Writes any text so that Cap'n Proto reads it as that text: all but letters, digits and blanks as bytes in hexadecimal. */
function text(value: string): string {
  const toHexadecimal = (part: string) =>
    Array.from(Buffer.from(part), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  return `"${value.toWellFormed().replace(/[^A-Za-z0-9 _.:;,/=-]+/gu, toHexadecimal)}"`;
}
