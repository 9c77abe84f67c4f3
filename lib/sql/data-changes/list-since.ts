import type { Context } from "@/lib/core/context";
import { findPeople } from "@/lib/people/members/find-people";
import type { ChangeSince } from "./resource";

const SHOWN = 20;
const MAX_COUNTED = 1_000;

const OWN = { text: true, actorId: true } as const;

interface Since {
  databaseId: string;
  since: Date;
  changeId: string;
}

interface Done {
  text: string;
  actorId: string | null;
  at: Date;
  isUndo: boolean;
}

/**
 * Returns the changes by hand since a restore point that are in effect, newest first, other than one change: a
 * restore takes it back.
 */
export async function listSince(ctx: Context, input: Since): Promise<{ changes: ChangeSince[]; count: number }> {
  const done = [...(await changesSince(ctx, input)), ...(await additionsSince(ctx, input))];
  const shown = done.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, SHOWN);
  const people = await findPeople(
    ctx,
    shown.flatMap(({ actorId }) => actorId ?? []),
  );
  const changes = shown.map(({ text, actorId, at, isUndo }) => ({
    ...{ text, isUndo, at: at.toISOString() },
    person: people.get(actorId ?? "") ?? null,
  }));
  return { changes, count: done.length };
}

async function changesSince(ctx: Context, { databaseId, since, changeId }: Since): Promise<Done[]> {
  const where = { databaseId, status: "committed", createdAt: { gt: since }, id: { not: changeId } };
  const select = { id: true, createdAt: true, statement: { select: OWN } };
  const changes = await ctx.db.dataChange.findMany({
    where,
    select,
    orderBy: { createdAt: "desc" },
    take: MAX_COUNTED,
  });
  const done: Done[] = [];
  for (const { id, createdAt: at, statement } of changes) {
    if (statement) done.push({ ...statement, at, isUndo: false });
    else done.push(...(await undoSince(ctx, { id, at, since })));
  }
  return done;
}

/**
 * Returns the changes that an undo or a redo leaves in effect: nothing where the change that it took back is no older.
 */
async function undoSince(ctx: Context, { id, at, since }: { id: string; at: Date; since: Date }): Promise<Done[]> {
  let undoneById = id;
  for (let isUndo = true; ; isUndo = !isUndo) {
    const undone = await ctx.db.dataChange.findUnique({
      where: { undoneById },
      select: { id: true, createdAt: true, statementId: true, statement: { select: OWN } },
    });
    if (!undone) return [];
    const { statement, createdAt } = undone;
    if (undone.statementId === null) undoneById = undone.id;
    else if (isUndo && createdAt > since) return [];
    else return [{ text: statement?.text ?? "", actorId: isUndo ? null : (statement?.actorId ?? null), at, isUndo }];
  }
}

async function additionsSince(ctx: Context, { databaseId, since }: Since): Promise<Done[]> {
  const statements = await ctx.db.statement.findMany({
    where: { databaseId, status: "succeeded", startedAt: { gt: since }, transactionId: { not: null }, change: null },
    select: { ...OWN, startedAt: true },
    orderBy: { startedAt: "desc" },
    take: MAX_COUNTED,
  });
  return statements.map(({ startedAt: at, ...statement }) => ({ ...statement, at, isUndo: false }));
}
