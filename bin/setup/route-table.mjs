import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../paths.mjs";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const NOTE = "// Made by bin/setup.mjs from the files app/**/route.ts.\n";

/** Writes app/route-table.ts and app/route-methods.ts, each only when it changes. Answers whether one did. */
export function writeRouteTables() {
  const routes = findRouteFiles(join(root, "app")).map(describeRoute).sort(bySpecificity);
  const changed = [
    writeIfChanged("app/route-table.ts", tableText(routes)),
    writeIfChanged("app/route-methods.ts", methodsText(routes)),
  ];
  return changed.includes(true);
}

/** `[id]` becomes `:id`, `[...rest]` `:rest{.+}`, `[[...rest]]` the same but optional; groups in brackets vanish. */
export function patternOf(folder) {
  const segments = folder.split("/").filter((segment) => segment !== "" && !/^\(.*\)$/.test(segment));
  const parts = segments.map((segment) =>
    segment
      .replace(/^\[\[\.\.\.(.+)\]\]$/, ":$1{.+}?")
      .replace(/^\[\.\.\.(.+)\]$/, ":$1{.+}")
      .replace(/^\[(.+)\]$/, ":$1"),
  );
  return `/${parts.join("/")}`;
}

/** The HTTP methods a route file exports. */
export function methodsOf(source) {
  return METHODS.filter((method) => {
    const declared = new RegExp(`^export (?:const|let|(?:async )?function) ${method}\\b`, "m");
    const listed = new RegExp(`^export \\{[^}]*\\b(?:as )?${method}\\b[^}]*\\}`, "m");
    return declared.test(source) || listed.test(source);
  });
}

function findRouteFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return findRouteFiles(path);
    return entry.name === "route.ts" ? [path] : [];
  });
}

function describeRoute(path) {
  const folder = relative(join(root, "app"), dirname(path));
  const methods = methodsOf(readFileSync(path, "utf8"));
  return { file: `@/app/${folder === "" ? "" : `${folder}/`}route`, pattern: patternOf(folder), methods };
}

/** The first match wins, so a fixed segment comes before a named one, and that before a rest. */
function bySpecificity(a, b) {
  const [left, right] = [a, b].map(({ pattern }) =>
    pattern.replaceAll(/:[^/{]+\{/g, "\uffff{").replaceAll(":", "\ufffe"),
  );
  return left < right ? -1 : 1;
}

function tableText(routes) {
  const imports = routes.map(({ file }, i) => `import * as route${i} from ${JSON.stringify(file)};`);
  const entries = routes.map(
    ({ pattern, methods }, i) =>
      `  { pattern: ${JSON.stringify(pattern)}, methods: ${JSON.stringify(methods)}, module: route${i} },`,
  );
  const type = 'import type { MountedRoute } from "@/lib/http/lanes/node-listener";';
  const table = ["export const routes: readonly MountedRoute[] = [", ...entries, "];"];
  return `${NOTE}${[...imports, type, "", ...table, ""].join("\n")}`;
}

function methodsText(routes) {
  const entries = routes.map(({ pattern, methods }) => `  ${JSON.stringify({ pattern, methods })},`);
  return `${NOTE}${["export const routeMethods = [", ...entries, "];", ""].join("\n")}`;
}

function writeIfChanged(file, text) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return false;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return true;
}
