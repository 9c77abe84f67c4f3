import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { Topic } from "@/lib/sign-in/projects/realtime-settings";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import type { RealtimeContext } from "./context";
import { EventName, MAX_FRAME_BYTES } from "./frames";
import { MAX_MESSAGES } from "./limits";
import { mayUseTopic } from "./topic-rules";

/** A body was JSON, so a value has a text unless it is missing. */
function fitsInFrame(value: unknown): boolean {
  return value !== undefined && Buffer.byteLength(JSON.stringify(value)) <= MAX_FRAME_BYTES;
}

export const BroadcastMessage = z.strictObject({
  topic: Topic.meta({ example: "room:1" }),
  event: EventName.meta({ example: "message" }),
  payload: z
    .unknown()
    .refine(fitsInFrame, "must be there, and at most 64 kB of JSON")
    .meta({ example: { id: 7 } }),
});

export const BroadcastInput = z.strictObject({ messages: z.array(BroadcastMessage).min(1).max(MAX_MESSAGES) });
export type BroadcastInput = z.infer<typeof BroadcastInput>;

export const BroadcastReply = z
  .object({ accepted: z.int().meta({ description: "How many messages were sent" }) })
  .meta({ id: "BroadcastReply" });

/**
 * Sends messages to topics in the name of an app's server: all of them or none. Throws `project_not_found`,
 * `missing_permission` that names the topics whose rule lets no server send, and `rate_limited`.
 */
export async function broadcast(
  ctx: RealtimeContext,
  { projectId, messages }: BroadcastInput & { projectId: string },
): Promise<{ accepted: number }> {
  const grant = { scope: "read-write", permission: "projects:write" } as const;
  const { settings } = await requireActiveProject(ctx, projectId, grant);
  const rules = readSettings(settings).realtime.topics;
  const details = messages.flatMap(({ topic }, index) => {
    const message = "no rule of the project lets servers send to this topic";
    return mayUseTopic(rules, topic, "server", "publish") ? [] : [{ path: `messages.${index}.topic`, message }];
  });
  if (details.length > 0) {
    throw new ServiceError("missing_permission", "The project's rules don't let servers send there.", { details });
  }
  const { tier } = await ctx.db.project.findUniqueOrThrow({ where: { id: projectId }, select: { tier: true } });
  await ctx.realtime.publish(projectId, messages, planLimits(tier).broadcasts);
  return { accepted: messages.length };
}
