import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { codeOf } from "@/lib/core/error-code";
import { HostUnavailableError, ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import type { CopyContents } from "@/lib/core/ports/database-copier";
import { SQLSTATE } from "@/lib/core/sql-state";
import { openPassword } from "@/lib/hosting/databases/password";
import { exchangeWithGuard } from "@/lib/hosting/guard/exchange";
import { runSteps, type Step } from "@/lib/hosting/operations/journal";
import { differencesOf, findLackingCollations, readContents, readShape, type Shape } from "./contents";
import { asMover, type End, type Mover, makeMover, moverIdOf } from "./mover";
import { keepOut } from "./pause";
import {
  requireCollations,
  requireCopyable,
  requireNoRestriction,
  requireOwnRoles,
  requireRoom,
  requireSameLocale,
} from "./require-movable";

export interface Move {
  id: string;
  organisationId: string;
  databaseId: string;
  name: string;
  hostId: string;
  targetHostId: string;
  targetName: string;
}

export interface Ends {
  source: End;
  target: End;
}

/** The parts of a move that its steps hand on. */
interface Course {
  ctx: Context;
  ends: Ends;
  move: Move;
  copyContents: CopyContents;
  movers?: { source: Mover; target: Mover };
  shape?: Shape;
  pausedAt?: number;
}

/**
 * Makes the database on the target, keeps clients out of it on the source, copies its contents and compares them.
 * Contents that can't be copied are refused before anyone is kept out. Returns the time of `performance.now()` since
 * which clients are.
 */
export async function copyToTarget(ctx: Context, ends: Ends, move: Move, copyContents: CopyContents): Promise<number> {
  const course: Course = { ctx, ends, move, copyContents };
  const steps = [...(await targetSteps(course)), ...lookingSteps(course), ...pausedSteps(course)];
  await runSteps(ctx, { id: move.id, kind: "move" }, steps);
  return given(course.pausedAt);
}

/** Makes the database as a new one is made, but for its role, which can't sign in until the end. */
async function targetSteps({ ctx, ends, move }: Course): Promise<Step[]> {
  const { databaseId: id } = move;
  const { session } = ends.target;
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
  const makeRole = async () => {
    await session.ensureRole(id, scramVerifier(openPassword(ctx, row), ctx.random));
    await session.forbidLogin(id);
  };
  const open = async () => {
    await session.revokePublic(id);
    await session.openDatabase(id);
    await session.ownSchema(id);
    await session.grantAccess(id);
    await exchangeWithGuard(ctx, { hostId: move.targetHostId });
  };
  const named = (run: () => Promise<unknown>) => () => run().catch((error) => explainFullDisk(error, move.targetName));
  return [
    { leaves: "role_made", run: named(makeRole) },
    { leaves: "database_made_closed", run: named(() => session.ensureDatabase(id)) },
    { leaves: "database_open", run: named(open) },
  ];
}

/** The error of a host names none, and there are two in a move. */
function explainFullDisk(error: unknown, targetName: string): never {
  const cause = error instanceof HostUnavailableError ? error.cause : error;
  if (codeOf(cause) !== SQLSTATE.diskFull) throw error;
  const remedy = "Free space there, or choose another host.";
  throw new HostUnavailableError(`The database stays where it is: the disk of ${targetName} is full. ${remedy}`, error);
}

/** Looks at the contents while clients go on. */
function lookingSteps(course: Course): Step[] {
  const { ctx, ends, move } = course;
  const { databaseId: id } = move;
  const makeMovers = async () => {
    course.movers = {
      source: await makeMover(ctx, ends.source, move),
      target: await makeMover(ctx, ends.target, move),
    };
  };
  const look = async () => {
    await requireNoRestriction(ends.source, id);
    await requireSameLocale(ends.source, ends.target, id);
    requireOwnRoles(await ends.source.session.move.listRolesIn(id), { isPaused: false });
    await requireRoom(ctx, ends.source, move);
    const movers = given(course.movers);
    const shape = await asMover(ends.source, id, movers.source, (session) => readShape(session, id));
    await requireCopyable(ends.target, shape);
    const lacking = (session: CustomerSession) => findLackingCollations(session, shape.collations);
    requireCollations(await asMover(ends.target, id, movers.target, lacking));
    course.shape = shape;
  };
  return [
    { leaves: "movers_made", run: makeMovers },
    { leaves: "looked_at", run: look },
  ];
}

function pausedSteps(course: Course): Step[] {
  const { ctx, ends, move, copyContents } = course;
  const { databaseId: id } = move;
  const pause = async () => {
    course.pausedAt = performance.now();
    await keepOut(ctx, ends.source.session, id);
  };
  const copy = async () => {
    const movers = given(course.movers);
    await bringRoles(course);
    await copyContents(
      ends.source.session.move.programLogin(id, movers.source),
      ends.target.session.move.programLogin(id, movers.target),
    ).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError(error.code, `The database stays where it is. ${error.message}`);
    });
    await asMover(ends.target, id, movers.target, (session) => session.query(BEGIN_OUTBOX));
  };
  const letIntoCopy = async () => {
    await ends.target.session.dropShellRole({ id: moverIdOf(move.id), databaseId: id });
    await ends.target.session.allowLogin(id);
  };
  return [
    { leaves: "paused", run: pause },
    { leaves: "copied", run: copy },
    { leaves: "compared", run: () => compare(course) },
    { leaves: "copy_let_in", run: letIntoCopy },
  ];
}

/** Transactions of another cluster mean nothing to the outbox of realtime, which begins anew as in a branch. */
export const BEGIN_OUTBOX = `
  DO $$ BEGIN
    IF to_regclass('coppice_realtime.state') IS NOT NULL THEN
      UPDATE coppice_realtime.state SET database = 0, trimmed_through = '0';
    END IF;
  END $$`;

/** Makes the roles that the contents name, and gives the database's role its settings. */
async function bringRoles({ ctx, ends, move, shape, movers }: Course): Promise<void> {
  const { databaseId: id } = move;
  const { source, target } = ends;
  const roles = await source.session.move.listRolesIn(id);
  requireOwnRoles(roles, { isPaused: true });
  const verifier = scramVerifier(Buffer.from(ctx.random.bytes(24)).toString("base64url"), ctx.random);
  const names = roles.map(({ name }) => name);
  await target.session.move.ensureRolesIn(id, names, verifier);
  await target.session.forbidLogin(id);
  await target.session.move.setRoleSettings(id, await source.session.move.readRoleSettings(id));
  if (given(shape).hasPublicSchema) return;
  await asMover(target, id, given(movers).target, (session) => session.query("DROP SCHEMA public"));
}

/** Throws `conflict` unless both have the same contents. */
async function compare({ ends, move, movers }: Course): Promise<void> {
  const { databaseId: id } = move;
  const [here, there] = await Promise.all([
    asMover(ends.source, id, given(movers).source, readContents),
    asMover(ends.target, id, given(movers).target, readContents),
  ]);
  const differences = differencesOf(here, there);
  if (differences.length === 0) return;
  const shown = differences.slice(0, 5).join("; ");
  throw new ServiceError("conflict", `The copy differs, so the database stays where it is: ${shown}.`);
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError("an earlier step gives it");
  return value;
}
