import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { requireProject } from "@/lib/sign-in/project-keys/authorise";
import { RealtimeSettings, Topic } from "@/lib/sign-in/projects/realtime-settings";
import type { TopicAnswer } from "./resource";
import { decidingRule, isOwn, mayUseTopic, type TopicAction } from "./topic-rules";

export const TryTopicInput = z.strictObject({
  /** The rules to be tried, which may not be saved yet. */
  topics: RealtimeSettings.shape.topics,
  topic: Topic,
  /** The ID of a user; `null` for a visitor. */
  userId: z.string().max(64).nullable(),
});
type TryTopicInput = z.output<typeof TryTopicInput> & { projectId: string };

/**
 * Returns which rule decides for a topic and a user, and the permissions that it gives them. Throws
 * `project_not_found`.
 */
export async function tryTopic(ctx: Context, input: TryTopicInput): Promise<TopicAnswer> {
  const { projectId, topics, topic, userId } = input;
  await requireProject(ctx, projectId, { scope: "read", permission: "projects:read" });
  const index = decidingRule(topics, topic);
  const { pattern = null } = topics[index] ?? {};
  const may = (action: TopicAction) => mayUseTopic(topics, topic, { userId }, action);
  return {
    rule: pattern === null ? null : index,
    isOthers: pattern !== null && !isOwn(pattern, topic, { userId }),
    ...{ subscribe: may("subscribe"), publish: may("publish"), presence: may("presence") },
    servers: mayUseTopic(topics, topic, "server", "publish"),
  };
}
