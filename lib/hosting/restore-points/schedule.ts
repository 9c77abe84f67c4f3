import { createHash } from "node:crypto";
import { SCHEDULES, type Schedule } from "./resource";

const PERIOD_MS = { hourly: 3_600_000, daily: 86_400_000, weekly: 604_800_000 } as const;

export function isSchedule(value: unknown): value is Schedule {
  return SCHEDULES.some((schedule) => schedule === value);
}

/** Returns the last time a restore point was due. Each database has its own moment, so that copies are spread. */
export function lastDue(databaseId: string, schedule: Exclude<Schedule, "off">, now: Date): Date {
  const period = PERIOD_MS[schedule];
  const offset = createHash("sha256").update(databaseId).digest().readUInt32BE(0) % period;
  return new Date(Math.floor((now.getTime() - offset) / period) * period + offset);
}

export function nextDue(databaseId: string, schedule: Exclude<Schedule, "off">, now: Date): Date {
  return new Date(lastDue(databaseId, schedule, now).getTime() + PERIOD_MS[schedule]);
}
