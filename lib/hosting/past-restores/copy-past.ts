import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { ServiceError } from "@/lib/core/errors";
import type { CopyContents } from "@/lib/core/ports/database-copier";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import type { PastContents } from "@/lib/core/ports/past-databases";
import { openPassword } from "@/lib/hosting/databases/password";
import { exchangeWithGuard } from "@/lib/hosting/guard/exchange";
import { differencesOf, readContents, readShape, type Shape } from "@/lib/hosting/moves/contents";
import { BEGIN_OUTBOX } from "@/lib/hosting/moves/copy-to-target";
import { asMover, type End, type Mover, makeMover, moverIdOf } from "@/lib/hosting/moves/mover";
import type { BegunRestore } from "./begin";

interface Copying {
  host: DatabaseHost;
  restore: BegunRestore;
  past: PastContents;
  copyContents: CopyContents;
}

/**
 * Makes the database on its registered host, and copies the contents of the past one into it with the rights of its own
 * role, which lets nobody in before the caller has ended.
 */
export async function copyPast(ctx: Context, copying: Copying): Promise<void> {
  const { host, restore } = copying;
  const { databaseId: id, sourceId } = restore;
  await host.withLock([id], async (session) => {
    await removeRest(session, id);
    try {
      await copyInto(ctx, { host, session }, copying);
      await session.keepRoleSettings({ database: sourceId, role: sourceId }, id);
    } catch (error) {
      await removeRest(session, id).catch(() => undefined);
      throw error;
    }
  });
}

async function removeRest(session: HostSession, id: string): Promise<void> {
  await session.dropDatabase(id);
  await session.dropShellRole({ id: moverIdOf(id), databaseId: id });
}

async function copyInto(ctx: Context, target: End, { restore, past, copyContents }: Copying): Promise<void> {
  const { databaseId: id } = restore;
  const { session } = target;
  const shape = requireCopyable(await readShape(past, id), {
    here: (await past.query("SELECT name FROM pg_available_extensions")).rows.map(([name]) => name ?? ""),
    there: await session.move.listExtensions(),
  });
  await makeEmpty(ctx, session, restore);
  ctx.crashPoint("past-restore.made");
  const mover = await makeMover(ctx, target, { id, databaseId: id });
  await session.move.ensureRolesIn(id, past.roles, randomVerifier(ctx));
  await session.forbidLogin(id);
  if (!shape.hasPublicSchema) await asMover(target, id, mover, (inside) => inside.query("DROP SCHEMA public"));
  await copyContents(past.login, session.move.programLogin(id, mover));
  await asMover(target, id, mover, (inside) => inside.query(BEGIN_OUTBOX));
  ctx.crashPoint("past-restore.copied");
  await compare(target, { id, past, mover, shape });
  await session.dropShellRole({ id: moverIdOf(id), databaseId: id });
  ctx.crashPoint("past-restore.compared");
}

/** The database as a new one is made, whose role can't sign in yet. */
async function makeEmpty(ctx: Context, session: HostSession, { databaseId: id, host }: BegunRestore): Promise<void> {
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
  await session.ensureRole(id, scramVerifier(openPassword(ctx, row), ctx.random));
  await session.forbidLogin(id);
  await session.ensureDatabase(id);
  await session.revokePublic(id);
  await session.openDatabase(id);
  await session.ownSchema(id);
  await session.grantAccess(id);
  await exchangeWithGuard(ctx, { hostId: host.id });
}

function randomVerifier(ctx: Context): string {
  return scramVerifier(Buffer.from(ctx.random.bytes(24)).toString("base64url"), ctx.random);
}

function requireCopyable(shape: Shape, { here, there }: { here: string[]; there: string[] }): Shape {
  const refuse = (reason: string) => new ServiceError("conflict", `The database can't be restored: ${reason}`);
  const lacking = (available: string[], name: string) => !available.includes(name);
  for (const { name, isOwned } of shape.extensions) {
    if (!isOwned) throw refuse(`its role didn't own the extension ${name}, and can't create it.`);
    if (lacking(here, name))
      throw refuse(`the service's PostgreSQL has no extension ${name}, so it can't read its data.`);
    if (lacking(there, name)) throw refuse(`its host has no extension ${name} any more. Install it there first.`);
  }
  return shape;
}

/** Throws `conflict` unless both have the same contents. Nobody is let in yet, so no table is waited for. */
async function compare(
  target: End,
  { id, past, mover, shape }: { id: string; past: PastContents; mover: Mover; shape: Shape },
): Promise<void> {
  const there = await asMover(target, id, mover, (session) => readContents(session, shape));
  const differences = differencesOf(await readContents(past), there);
  if (differences.length === 0) return;
  throw new ServiceError("conflict", `The restored database differs: ${differences.slice(0, 5).join("; ")}.`);
}
