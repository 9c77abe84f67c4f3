import { z } from "zod";

/** The windows of the report, by name, in minutes. */
export const WINDOWS = { "5m": 5, "1h": 60, "24h": 1_440 } as const;
export type WindowName = keyof typeof WINDOWS;
export const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[];

const Count = z.int().meta({ example: 12 });
const Milliseconds = z.number().nullable().meta({ example: 84 });

const AuthWindow = z
  .object({
    attempted: Count.meta({ description: "Sign-ins and sign-ups, each step of them by itself." }),
    succeeded: Count,
    refusedByReason: z.record(z.string(), Count).meta({
      description: "Refusals that are right, such as of wrong passwords.",
      example: { wrong_password: 3 },
    }),
    failed: Count.meta({ description: "Failures of the service itself." }),
    successRate: z.number().nullable().meta({
      description: "`succeeded` of those that weren't refused, from 0 to 1; `null` without any.",
      example: 0.998,
    }),
    p50Ms: Milliseconds,
    p95Ms: Milliseconds,
    byMethod: z
      .record(z.string(), z.object({ attempted: Count, succeeded: Count, failed: Count }))
      .meta({ example: { password: { attempted: 12, succeeded: 9, failed: 0 } } }),
    tokens: Count.meta({ description: "JWTs issued by the process that answers." }),
    mails: z.object({ sent: Count, failed: Count, waiting: Count }),
    rateLimited: Count,
    locked: Count.meta({ description: "How often an account was locked after wrong passwords." }),
  })
  .meta({ id: "AuthWindow" });
export type AuthWindow = z.infer<typeof AuthWindow>;

const DEGRADED = ["sign-ins", "mail", "hash-queue", "redis"] as const;

/** Holds counts alone: no address, no id. Times are ISO 8601, UTC. */
export const AuthReliability = z
  .object({
    at: z.string().meta({ example: "2026-03-01T09:30:00.000Z" }),
    windows: z.object({ "5m": AuthWindow, "1h": AuthWindow, "24h": AuthWindow }),
    hashQueue: z
      .object({ running: Count, waiting: Count })
      .meta({ description: "Passwords that the process that answers is hashing, and those that wait for it." }),
    redis: z.enum(["ok", "unavailable"]).nullable().meta({ description: "`null` when no Redis is configured." }),
    degraded: z.array(z.enum(DEGRADED)).meta({ description: "The parts that don't work as they should.", example: [] }),
  })
  .meta({ id: "AuthReliability" });
export type AuthReliability = z.infer<typeof AuthReliability>;
