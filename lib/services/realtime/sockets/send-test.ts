import type { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import { requireActiveProject } from "@/lib/sign-in/project-keys/authorise";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";
import type { BroadcastMessage } from "./broadcast";
import type { RealtimeContext } from "./context";
import { mayUseTopic } from "./topic-rules";

type SendTestMessageInput = z.output<typeof BroadcastMessage> & { projectId: string };

/**
 * Sends a message to a topic in the name of the app's server, and never in a user's. Its trace is written first, without
 * the payload. Throws `project_not_found`, `project_suspended`, `missing_permission`, `rate_limited`.
 */
export async function sendTestMessage(ctx: RealtimeContext, input: SendTestMessageInput): Promise<void> {
  const { projectId, topic, event, payload } = input;
  const grant = { scope: "read-write", permission: "projects:write" } as const;
  const { organisationId, settings } = await requireActiveProject(ctx, projectId, grant);
  if (!mayUseTopic(readSettings(settings).realtime.topics, topic, "server", "publish")) {
    throw new ServiceError("missing_permission", "No rule of the project lets servers send to this topic.");
  }
  const { tier } = await ctx.db.project.findUniqueOrThrow({ where: { id: projectId }, select: { tier: true } });
  await recordAudit(ctx, { organisationId, action: "realtime.send_test", targetId: projectId, data: { topic, event } });
  await ctx.realtime.publish(projectId, [{ topic, event, payload }], planLimits(tier).broadcasts);
}
