import { byteText } from "@/lib/core/byte-text";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { GuardVolume } from "@/lib/core/ports/host-guard";
import type { NamedRole } from "@/lib/core/ports/move-session";
import type { Shape } from "./contents";
import type { End } from "./mover";

/** Throws `conflict` with the reason, which the operator or the owner can take away. */
function refuse(reason: string): never {
  throw new ServiceError("conflict", `The database can't be moved: ${reason}`);
}

/**
 * Throws `conflict` while there are restore points, or data that would undo changes, without the operator's word that
 * they may go: both are of the files of their host.
 */
export async function requireNothingKept(
  ctx: Context,
  { databaseId, dropsRestorePoints }: { databaseId: string; dropsRestorePoints: boolean },
): Promise<void> {
  if (dropsRestorePoints) return;
  const points = await ctx.db.restorePoint.count({ where: { databaseId } });
  const changes = await ctx.db.dataChange.count({ where: { databaseId, status: { in: ["committed", "undone"] } } });
  if (points + changes === 0) return;
  refuse(
    `its restore points (${points}) and the data that undoes its changes (${changes}) would be lost. Give --drop-restore-points to drop them.`,
  );
}

/**
 * Throws `database_not_ready` while a statement runs whose outcome only the present host can tell, or the database is
 * being restored to a time.
 */
export async function requireNothingPending(ctx: Context, databaseId: string): Promise<void> {
  const changes = await ctx.db.dataChange.count({ where: { databaseId, status: "pending" } });
  const statements = await ctx.db.statement.count({ where: { databaseId, status: "running" } });
  const restores = await ctx.db.pastRestore.count({
    where: { status: { in: ["waiting", "running"] }, OR: [{ databaseId }, { sourceId: databaseId }] },
  });
  if (changes + statements + restores === 0) return;
  const message = restores > 0 ? "The database is being restored to a time." : "Statements of it are still running.";
  throw new ServiceError("database_not_ready", message, { retryAfterSeconds: 10 });
}

/** Throws `conflict` for contents that the database's role can't dump, or that the target has no place for. */
export async function requireCopyable({ session }: End, { forcedTables, extensions }: Shape): Promise<void> {
  if (forcedTables.length > 0) {
    const names = forcedTables.join(", ");
    refuse(`its role can't read all rows of ${names}. Take FORCE ROW LEVEL SECURITY off for the move.`);
  }
  const foreign = extensions.filter(({ isOwned }) => !isOwned).map(({ name }) => name);
  if (foreign.length > 0) refuse(`its role doesn't own the extension ${foreign.join(", ")}. Drop it first.`);
  const offers = await session.move.offersOf(extensions);
  for (const [place, { name, version, isAsNew, isTrusted }] of offers.entries()) {
    if (version === null) refuse(`the host has no extension ${name}. Install it there first.`);
    const own = extensions[place]?.version;
    if (!isAsNew) refuse(`it has ${name} ${own}, and the host has ${version}. Install ${own} or newer there first.`);
    if (!isTrusted)
      refuse(`the host lets no owner create the extension ${name}. Set trusted = true in its control file.`);
  }
}

/** Throws `conflict` for collations that the target's system, or its PostgreSQL, lacks. */
export function requireCollations(lacking: readonly string[]): void {
  if (lacking.length === 0) return;
  refuse(
    `the host has no collation ${lacking.join(", ")}. Install the locale there and run pg_import_system_collations('pg_catalog') in its template.`,
  );
}

/**
 * Throws `conflict` if the guard of the target says that its disk has no room for the database. Nothing is known of a
 * host without a guard.
 */
export async function requireRoom(
  ctx: Context,
  { session }: End,
  { databaseId, targetHostId }: { databaseId: string; targetHostId: string },
): Promise<void> {
  const { name, guardVolumes } = await ctx.db.host.findUniqueOrThrow({
    where: { id: targetHostId },
    select: { name: true, guardVolumes: true },
  });
  const sizeBytes = Number(await session.sizeOf(databaseId));
  for (const { purpose, freeBytes, reserveBytes = 0 } of (guardVolumes ?? []) as unknown as GuardVolume[]) {
    const free = Math.max(0, freeBytes - reserveBytes);
    if (free > (purpose === "data" ? sizeBytes : 0)) continue;
    const needs = purpose === "data" ? `it has ${byteText(sizeBytes)}, and ` : "";
    refuse(
      `${needs}the ${purpose} volume of ${name} has ${byteText(free)} besides its reserve. Free space there, or choose another host.`,
    );
  }
}

/**
 * Throws `conflict` where something belongs to another role, or a role of another database was given rights. During the
 * pause, objects that psql logins and functions made belong to the database's role.
 */
export function requireOwnRoles(roles: readonly NamedRole[], { isPaused }: { isPaused: boolean }): void {
  const isInTheWay = ({ kind, isOwner }: NamedRole) => {
    if (kind === "foreign") return true;
    if (kind === "shell") return isPaused;
    return isOwner && (kind === "service" || (kind === "function" && isPaused));
  };
  const names = roles.filter(isInTheWay).map(({ name }) => name);
  if (names.length > 0) {
    refuse(`it has objects of, or rights for, ${names.join(", ")}. Drop them first, with DROP OWNED BY or REVOKE.`);
  }
}

/** Throws `conflict` while the guard restricts the database: it would let clients in during the pause. */
export async function requireNoRestriction({ session }: End, databaseId: string): Promise<void> {
  if ((await session.restrictionOf(databaseId)) === null) return;
  refuse("the guard of its host keeps it closed or read-only.");
}

/** Throws `conflict` where text would be compared differently on the target. */
export async function requireSameLocale(source: End, target: End, databaseId: string): Promise<void> {
  const here = await source.session.move.localeOf(databaseId);
  const there = await target.session.move.localeOf(databaseId);
  if (here === there) return;
  const remedy = "Make the host's template tmpl_tenant with the same ones, or choose another host.";
  refuse(`its encoding and locale are ${here}, and those of the host are ${there}. ${remedy}`);
}
