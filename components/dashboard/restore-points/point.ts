import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";

/** A schedule acts as the operator; the name of its point says so. */
const MAKERS: Record<string, string> = { operator: "", "management-key": "API key" };

/** Returns who made a restore point, where that is not a member. */
export function makerOf({ createdByKind }: Pick<ListedRestorePoint, "createdByKind">): string {
  return MAKERS[createdByKind] ?? "Former member";
}

const MAX_CODE_POINTS = 120;

/** Returns the statement that a restore point was made for in one line; `null` without one. */
export function statementOf({ statement }: Pick<ListedRestorePoint, "statement">): string | null {
  return statement === null ? null : [...statement.trim().replaceAll(/\s+/g, " ")].slice(0, MAX_CODE_POINTS).join("");
}

type Named = Pick<ListedRestorePoint, "name" | "statement" | "origin">;

/** Returns the name of a restore point; that of a scheduled one is its time, which is beside it in the reader's zone. */
export function nameOf({ name, origin }: Pick<Named, "name" | "origin">): string {
  return origin === "schedule" ? "Scheduled" : name;
}

/** Returns the name of a restore point, such as `Before the import` or `Before drop table orders`. */
export function titleOf(point: Named): string {
  const statement = statementOf(point);
  return statement === null ? nameOf(point) : `Before ${statement}`;
}

/** A restore point, or several that follow each other and were made automatically for the same reason. */
export interface PointGroup<Point> {
  kind: "before" | "schedule" | "manual";
  points: Point[];
}

const KINDS: Record<ListedRestorePoint["origin"], PointGroup<never>["kind"]> = {
  manual: "manual",
  schedule: "schedule",
  "before-change": "before",
  "before-restore": "before",
};

/** Fewer that follow each other are shown one by one. */
const FOLDED_FROM = 3;

/** Returns the points, newest first as they are given, with long runs of automatic ones of a day folded. */
export function foldPoints<Point extends Pick<ListedRestorePoint, "origin" | "status" | "createdAt">>(
  points: readonly Point[],
  dayOf: (at: string) => string,
): PointGroup<Point>[] {
  const runs: PointGroup<Point>[] = [];
  for (const point of points) {
    const kind = KINDS[point.origin];
    const run = runs.at(-1);
    const first = run?.points[0];
    const isSameDay = first && dayOf(first.createdAt) === dayOf(point.createdAt);
    // One that is being made stays in sight.
    const isFolded = run?.kind === kind && kind !== "manual" && isSameDay && first.status === "ready";
    if (isFolded) run.points.push(point);
    else runs.push({ kind, points: [point] });
  }
  return runs.flatMap((run) =>
    run.points.length >= FOLDED_FROM ? [run] : run.points.map((point) => ({ kind: run.kind, points: [point] })),
  );
}
