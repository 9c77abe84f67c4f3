import type { Context } from "@/lib/core/context";
import type { Operation } from "@/lib/core/db/generated/client";
import { endUserRoleOf, functionRoleOf, readRoleOf } from "@/lib/core/ids";
import type { DatabaseHost, HostFacts } from "@/lib/core/ports/database-host";
import { stagingIdOf } from "@/lib/hosting/databases/staging";
import type { LeftParts } from "@/lib/hosting/moves/clear";
import { moverIdOf } from "@/lib/hosting/moves/mover";

export interface Differences {
  /** The databases and copies that are `ready` by their rows and are missing on the host. */
  missing: string[];
  /** The databases and other roles on the host that no row names. Only the operator may drop them. */
  orphans: string[];
}

export function differences(facts: HostFacts, rows: ReadonlyMap<string, Row>): Differences {
  const usable = new Set(facts.databases.filter(({ isBroken }) => !isBroken).map(({ id }) => id));
  const held = new Set([...facts.databases.map(({ id }) => id), ...facts.roles]);
  return {
    missing: [...rows].filter(([id, { status }]) => status === "ready" && !usable.has(id)).map(([id]) => id),
    orphans: [...held].filter((id) => !rows.has(id)),
  };
}

/** Returns the differences that a second look still finds, since a change between two reads looks like one. */
export async function confirm(
  ctx: Context,
  host: DatabaseHost,
  hostId: string,
  first: Differences,
): Promise<Differences> {
  if (first.missing.length === 0 && first.orphans.length === 0) return first;
  const facts = await host.inspect();
  const second = differences(facts, await readRows(ctx, hostId));
  return {
    missing: first.missing.filter((id) => second.missing.includes(id)),
    orphans: first.orphans.filter((id) => second.orphans.includes(id)),
  };
}

interface Row {
  /** `moving` while a restore keeps the database under another name. */
  status: string;
  /** The database that a restore point's copy was made from; `null` for a database itself. */
  copyOf: string | null;
}

export async function readRows(ctx: Context, hostId: string): Promise<Map<string, Row>> {
  const [moves, databases, points, restores, shellRoles] = await Promise.all([
    ctx.db.operation.findMany({ where: { ...PARTLY_THERE, OR: [{ hostId }, { targetHostId: hostId }] } }),
    ctx.db.database.findMany({ where: { hostId }, select: { id: true, status: true } }),
    ctx.db.restorePoint.findMany({ where: { hostId }, select: { copyId: true, databaseId: true, status: true } }),
    ctx.db.operation.findMany({ where: { hostId, ...RUNNING_RESTORE }, select: { databaseId: true } }),
    ctx.db.shellRole.findMany({ where: { hostId }, select: { id: true } }),
  ]);
  const moving = new Set(restores.map(({ databaseId }) => databaseId));
  return new Map([
    ...moves.flatMap((operation) => partsOf(operation)),
    ...databases.flatMap(({ id, status }): [string, Row][] => [
      [id, { status: moving.has(id) ? "moving" : status, copyOf: null }],
      [readRoleOf(id), { status: "read-role", copyOf: null }],
      [endUserRoleOf(id), { status: "end-user-role", copyOf: null }],
      [functionRoleOf(id), { status: "function-role", copyOf: null }],
    ]),
    ...points.flatMap(({ copyId, databaseId, status }): [string, Row][] => {
      const copy: [string, Row] = [copyId, { status, copyOf: databaseId }];
      return status === "creating" ? [copy, [stagingIdOf(copyId), { status, copyOf: databaseId }]] : [copy];
    }),
    ...shellRoles.map(({ id }): [string, Row] => [id, { status: "shell-role", copyOf: null }]),
  ]);
}

/** Operations that leave parts of a database on a host that isn't, or isn't yet, its own. */
const PARTLY_THERE = { status: "running", kind: { in: ["move", "clear"] } };

/** A database that is on the host itself has a row of its own besides, which counts. */
function partsOf({ id, databaseId, result }: Pick<Operation, "id" | "databaseId" | "result">): [string, Row][] {
  const { copyIds = [], shellRoleIds = [moverIdOf(id)] } = (result ?? {}) as Partial<LeftParts>;
  const roles = [readRoleOf, endUserRoleOf, functionRoleOf].map((roleOf) => roleOf(databaseId));
  return [databaseId, ...roles, ...copyIds, ...shellRoleIds].map((name) => [name, { status: "moving", copyOf: null }]);
}

export const RUNNING_RESTORE = { status: "running", kind: "restore" } as const;

/** Returns how a host and the rows differ, also at a second look. */
export async function findDifferences(ctx: Context, host: DatabaseHost, hostId: string): Promise<Differences> {
  const facts = await host.inspect();
  return confirm(ctx, host, hostId, differences(facts, await readRows(ctx, hostId)));
}
