import { randomBytes } from "node:crypto";
import type { Clock } from "@/lib/ports/clock";
import type { CrashPoint } from "@/lib/ports/crash-point";
import type { Random } from "@/lib/ports/random";

export const systemClock: Clock = { now: () => new Date() };

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };

export const noCrashPoint: CrashPoint = () => {};

/** Ends the process the way a power cut would, once the named point is reached. */
export function crashAt(wanted: string): CrashPoint {
  return (name) => {
    if (name === wanted) process.kill(process.pid, "SIGKILL");
  };
}
