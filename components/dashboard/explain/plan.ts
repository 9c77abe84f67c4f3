/** A node of a plan in EXPLAIN (FORMAT JSON), with the fields that are shown. */
interface JsonNode {
  "Node Type"?: string;
  "Join Type"?: string;
  Operation?: string;
  "Relation Name"?: string;
  Alias?: string;
  "Index Name"?: string;
  "Subplan Name"?: string;
  "Startup Cost"?: number;
  "Total Cost"?: number;
  "Plan Rows"?: number;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Actual Total Time"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: JsonNode[];
  [field: string]: unknown;
}

export interface PlanNode {
  /** The path of the node in the tree, such as `0.1.0`. */
  path: string;
  title: string;
  /** The table or index that the node reads; `null` where it reads none. */
  target: string | null;
  /** Conditions and keys, such as `Filter: (a > 1)`. */
  details: string[];
  /**
   * The node's own share of the whole without its children, from 0 to 1: of the time where it was measured, otherwise
   * of the cost.
   */
  share: number;
  totalCost: number;
  plannedRows: number;
  /** The rows of all loops together; `null` where the statement did not run. */
  actualRows: number | null;
  /** The time of all loops together, in milliseconds. */
  actualTime: number | null;
  loops: number | null;
  /** The factor between actual and planned rows where it is ten or more; `null` otherwise. */
  misestimate: { factor: number; isMore: boolean } | null;
  children: PlanNode[];
}

export interface Plan {
  root: PlanNode;
  /** Times are in milliseconds. */
  planningTime: number | null;
  executionTime: number | null;
}

const DETAILS = [
  "Index Cond",
  "Recheck Cond",
  "Hash Cond",
  "Merge Cond",
  "Join Filter",
  "Filter",
  "Sort Key",
  "Group Key",
  "Sort Method",
  "Rows Removed by Filter",
  "Heap Fetches",
  "Workers Launched",
  "Peak Memory Usage",
] as const;

/** Parses the result of EXPLAIN (FORMAT JSON). Returns `null` for any other text. */
export function readPlan(text: string): Plan | null {
  try {
    const [answer] = JSON.parse(text) as [{ Plan?: JsonNode; "Planning Time"?: number; "Execution Time"?: number }];
    if (!answer?.Plan) return null;
    const whole = sumOf(answer.Plan, ownWeight);
    return {
      root: toNode(answer.Plan, whole, "0"),
      planningTime: answer["Planning Time"] ?? null,
      executionTime: answer["Execution Time"] ?? null,
    };
  } catch {
    return null;
  }
}

function toNode(node: JsonNode, whole: number, path: string): PlanNode {
  const loops = node["Actual Loops"] ?? null;
  const plannedRows = node["Plan Rows"] ?? 0;
  const perLoop = node["Actual Rows"] ?? null;
  return {
    path,
    title: titleOf(node),
    target: targetOf(node),
    details: DETAILS.flatMap((name) => {
      const value = node[name];
      return value === undefined || value === 0 ? [] : [`${name}: ${Array.isArray(value) ? value.join(", ") : value}`];
    }),
    share: whole === 0 ? 0 : ownWeight(node) / whole,
    totalCost: node["Total Cost"] ?? 0,
    plannedRows,
    actualRows: perLoop === null ? null : Math.round(perLoop * (loops ?? 1)),
    actualTime: timeOf(node),
    loops,
    misestimate: perLoop === null || loops === 0 ? null : misestimateOf(plannedRows, perLoop),
    children: (node.Plans ?? []).map((child, i) => toNode(child, whole, `${path}.${i}`)),
  };
}

function titleOf(node: JsonNode): string {
  // EXPLAIN's text format writes Update, Insert or Delete too.
  const type = (node["Node Type"] === "ModifyTable" ? node.Operation : node["Node Type"]) ?? "Node";
  const join = node["Join Type"];
  const joined = join && join !== "Inner" && / Join$/.test(type) ? type.replace(" Join", ` ${join} Join`) : type;
  return node["Subplan Name"] ? `${joined} (${node["Subplan Name"]})` : joined;
}

function targetOf(node: JsonNode): string | null {
  const relation = node["Relation Name"];
  const table = relation && node.Alias && node.Alias !== relation ? `${relation} ${node.Alias}` : relation;
  const index = node["Index Name"];
  if (table && index) return `${table} by ${index}`;
  return table ?? index ?? null;
}

function timeOf(node: JsonNode): number | null {
  const time = node["Actual Total Time"];
  return time === undefined ? null : time * (node["Actual Loops"] ?? 1);
}

/** Returns the time or cost of a node without that of its children. */
function ownWeight(node: JsonNode): number {
  const weight = (one: JsonNode) => timeOf(one) ?? one["Total Cost"] ?? 0;
  const below = (node.Plans ?? []).reduce((sum, child) => sum + weight(child), 0);
  return Math.max(0, weight(node) - below);
}

function sumOf(node: JsonNode, weight: (node: JsonNode) => number): number {
  return weight(node) + (node.Plans ?? []).reduce((sum, child) => sum + sumOf(child, weight), 0);
}

function misestimateOf(planned: number, actual: number): PlanNode["misestimate"] {
  const [least, most] = [Math.max(1, Math.min(planned, actual)), Math.max(planned, actual)];
  const factor = most / least;
  return factor >= 10 ? { factor: Math.round(factor), isMore: actual > planned } : null;
}

/** Returns the plan as text with one line per node, indented like EXPLAIN's own text format. */
export function planText({ root, planningTime, executionTime }: Plan): string {
  const lines = linesOf(root, 0);
  if (planningTime !== null) lines.push(`Planning time: ${planningTime} ms`);
  if (executionTime !== null) lines.push(`Execution time: ${executionTime} ms`);
  return lines.join("\n");
}

function linesOf(node: PlanNode, depth: number): string[] {
  const indent = depth === 0 ? "" : `${"      ".repeat(depth - 1)}  ->  `;
  const actual =
    node.actualRows === null ? "" : `  (actual rows=${node.actualRows} loops=${node.loops} time=${node.actualTime} ms)`;
  const head = `${node.title}${node.target ? ` on ${node.target}` : ""}`;
  const inner = " ".repeat(indent.length + 2);
  return [
    `${indent}${head}  (cost=${node.totalCost} rows=${node.plannedRows})${actual}`,
    ...node.details.map((detail) => inner + detail),
    ...node.children.flatMap((child) => linesOf(child, depth + 1)),
  ];
}
