import { z } from "zod";

const Count = z.number().int().min(0);

/** The usage of a project in a period, and the amounts that it has now. */
export const ProjectUsage = z
  .object({
    projectId: z.string(),
    from: z
      .string()
      .meta({ description: "ISO 8601, UTC; rounded down to the hour", example: "2026-11-01T00:00:00.000Z" }),
    until: z
      .string()
      .meta({ description: "ISO 8601, UTC; rounded up to the hour", example: "2026-11-23T15:00:00.000Z" }),
    invocationCount: Count.meta({ description: "Invocations of functions" }),
    totalDurationMs: Count,
    errorCount: Count.meta({ description: "Invocations that failed" }),
    byFunction: z.array(z.object({ name: z.string(), invocationCount: Count, totalDurationMs: Count })),
    storage: z.object({ usedBytes: Count, reservedBytes: Count, limitBytes: Count, objectCount: Count }).meta({
      description: "At this moment. Room for uploads under way is reserved.",
    }),
    realtime: z.object({
      connectionSeconds: Count,
      limit: Count.meta({ description: "In a calendar month" }),
    }),
    egressBytes: Count,
  })
  .meta({ id: "ProjectUsage" });
export type ProjectUsage = z.infer<typeof ProjectUsage>;
