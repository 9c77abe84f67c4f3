import { z } from "zod";
import type { TopicAction } from "./topic-rules";

export type { TopicRule } from "@/lib/sign-in/projects/realtime-settings";

const Count = z.int().min(0);
const Moment = z.string().meta({ description: "ISO 8601, UTC", example: "2026-11-01T00:00:00.000Z" });

/** The traffic of a project's sockets, and the part of its plan that it takes. */
export const RealtimeStats = z
  .object({
    projectId: z.string(),
    at: Moment,
    sockets: Count.meta({ description: "Connections that are open" }),
    subscriptions: z.object({
      current: Count,
      peakThisMonth: Count.meta({ description: "The most at a time in this calendar month" }),
      limit: Count.meta({ description: "Of the plan" }),
      perSocketLimit: Count,
      platformLimit: Count.meta({ description: "Of every plan" }),
      byKind: z.object({ changes: Count, topic: Count }),
    }),
    connectionSeconds: z.object({ used: Count, limit: Count, from: Moment, until: Moment }),
    messages: z.object({
      delivered: Count.meta({ description: "This month, to each connection that got one" }),
      perSecond: z.number().min(0).meta({ description: "Over the last ten seconds" }),
    }),
    lagMs: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: "From a commit to its delivery; null where nobody subscribes to changes" }),
  })
  .meta({ id: "RealtimeStats" });
export type RealtimeStats = z.infer<typeof RealtimeStats>;

/** The rules' answer about a topic and a user. */
export interface TopicAnswer extends Record<TopicAction, boolean> {
  /** The place of the rule that decides; `null` where none fits. */
  rule: number | null;
  /** Whether the rule fits another user's topic alone. */
  isOthers: boolean;
  /** Whether the app's servers may send. */
  servers: boolean;
}
