import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Table } from "../report";
import { milliseconds } from "../report";
import { median } from "../statistics";
import { KINDS, type Kind } from "./kinds";
import type { Entry } from "./ledger";
import type { KillableService } from "./service";
import { connectTo } from "./writers";

export interface Round {
  kind: Kind;
  /** From the kill until /ready answers 200 and a database lets its customer in. */
  answersAfter: number;
  /** Until every process is there again, the guard has looked, and a new database was made. */
  atWorkAfter: number;
}

interface Parties {
  service: KillableService;
  control: pg.Pool;
  probe: Entry;
  asSuperuser: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>;
  create: () => Promise<Entry | null>;
}

/** Kills processes of one kind with SIGKILL, amid the traffic, and measures how long the service needs. */
export async function runRound(kind: Kind, { service, control, probe, asSuperuser, create }: Parties): Promise<Round> {
  const wantsGuard = kind.killsSupervisor || kind.parts.includes("host guard");
  const killedAtDate = new Date();
  const killed = await service.kill(kind);
  const killedAt = performance.now();
  await Promise.all([service.untilReady(), untilTrue(() => canSignIn(probe))]);
  // Both may have been seen from before the server of one noticed.
  await service.untilReady();
  const answersAfter = performance.now() - killedAt;
  await service.untilComplete(kind.parts, killed);
  if (wantsGuard) await untilTrue(() => asSuperuser((client) => hasGuardSince(client, killedAtDate)));
  await untilTrue(async () => {
    const made = await create();
    return made !== null && untilTrue(() => isReady(control, made.id));
  });
  return { kind, answersAfter, atWorkAfter: performance.now() - killedAt };
}

async function canSignIn({ connectionString }: Entry): Promise<boolean> {
  const client = await connectTo(connectionString ?? "");
  try {
    await client.query("SELECT 1");
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function hasGuardSince(client: pg.Client, since: Date): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM host_guard.beat WHERE started_at > $1", [since]);
  return rowCount === 1;
}

async function isReady(control: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await control.query("SELECT FROM database WHERE id = $1 AND status = 'ready'", [id]);
  return rowCount === 1;
}

const PATIENCE_MILLISECONDS = 300_000;

/** Polls; the errors of `look` counts as not yet. */
async function untilTrue(look: () => Promise<boolean>): Promise<true> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS;
  while (!(await look().catch(() => false))) {
    if (performance.now() > deadline)
      throw new Error(`The service has not healed within ${PATIENCE_MILLISECONDS / 1_000} s.`);
    await delay(20);
  }
  return true;
}

export function roundsTable(rounds: readonly Round[]): Table {
  const measured = KINDS.map(({ name }) => ({ name, of: rounds.filter(({ kind }) => kind.name === name) }));
  return {
    title: "Killed by SIGKILL amid the traffic: milliseconds until the service has healed",
    columns: ["Killed", "Rounds", "Answers again, median", "worst", "All at work again, median", "worst"],
    rows: measured
      .filter(({ of }) => of.length > 0)
      .map(({ name, of }) => {
        const cells = [of.map(({ answersAfter }) => answersAfter), of.map(({ atWorkAfter }) => atWorkAfter)];
        const figures = cells.flatMap((values) => [median(values), Math.max(...values)].map(milliseconds));
        return [name, String(of.length), ...figures];
      }),
  };
}
