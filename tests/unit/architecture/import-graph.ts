import { dirname } from "node:path";

/** One import, types included. */
export interface Edge {
  from: string;
  to: string;
  isTypeOnly: boolean;
}

/** The wings in their order: each may import those before it. */
const WINGS = ["core", "sign-in", "people", "hosting", "sql", "services"];
/** The edges stand on every wing and on one another. */
const EDGES = ["http", "web", "hosted-pages", "cli", "jobs"];

/**
 * Returns why an import runs against the order of the house, or `null`: `core ← sign-in ← people ← hosting ← sql ←
 * services`, the edges on all of them, adapters on `core` alone, and nothing on `server` but the entries.
 */
export function refusalOf({ from, to, isTypeOnly }: Edge): string | null {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === there) return null;
  if (there === "entry") return "an entry is imported by nobody";
  if (here === "entry") return null;
  if (here === "package") return "the published package imports nothing of the app";
  if (there === "package" || there === "service") return null;
  if (there === "app") return "routes and pages are imported by nobody";
  if (here === "components") return refusalOfComponent(to, there, isTypeOnly);
  if (here === "app") return there === "server" || there === "infra" ? "routes reach adapters through ctx" : null;
  if (there === "components") return "lib does not know the pages";
  return refusalInLib(here, there);
}

function refusalOfComponent(to: string, there: string, isTypeOnly: boolean): string | null {
  if (there === "components") return null;
  const isOutwardShape = isTypeOnly && to.endsWith("/resource.ts");
  return isOutwardShape ? null : "components take types from lib/**/resource.ts, and nothing else of lib";
}

function refusalInLib(here: string, there: string): string | null {
  if (here === "server") return null;
  if (there === "server") return "server is imported by entries alone";
  if (here === "infra") return there === "core" ? null : "adapters stand on core alone";
  if (here === "runtime") return EDGES.includes(there) ? "the composition root knows no edge" : null;
  if (EDGES.includes(here)) return there === "infra" ? "adapters are made in lib/runtime.ts" : null;
  const [rank, other] = [WINGS.indexOf(here), WINGS.indexOf(there)];
  if (rank < 0) return `lib/${here} is no room of the house`;
  return other >= 0 && other < rank ? null : `${here} stands below ${there}`;
}

/**
 * The modules that are the same everywhere: the name of the product, the text of a size, and the quotes of a CSV file.
 */
const EVERYWHERE: ReadonlySet<string> = new Set(
  ["service", "byte-text", "csv-quotes"].map((name) => `lib/core/${name}.ts`),
);

function roomOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  if (EVERYWHERE.has(path)) return "service";
  if (path === "lib/runtime.ts") return "runtime";
  if (top === "lib") return second;
  if (top === "packages") return "package";
  return top === "app" || top === "components" ? top : "entry";
}

/** Returns whether a file that is private to its folder is imported from elsewhere. */
export function isForeignInternal({ from, to }: Edge): boolean {
  return to.endsWith("/internal.ts") && dirname(from) !== dirname(to);
}

/** Returns the strongly connected parts with more than one node (Tarjan, 1972), each sorted. */
export function cyclesOf(edges: readonly Pick<Edge, "from" | "to">[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const [order, low, open] = [new Map<string, number>(), new Map<string, number>(), new Set<string>()];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.add(node);
    for (const { to } of next.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.has(to)) low.set(node, Math.min(low.get(node) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(node) !== order.get(node)) return;
    const members = [...open].slice([...open].indexOf(node));
    for (const member of members) open.delete(member);
    if (members.length > 1) cycles.push(members.sort());
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
