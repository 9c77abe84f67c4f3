import { z } from "zod";
import { TryTopicInput, tryTopic } from "@/lib/services/realtime/sockets/try-topic";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

const Body = z.strictObject({
  ...TryTopicInput.omit({ userId: true }).shape,
  /** The ID or the email address of a user of the project; `null` for a visitor. */
  user: z.string().min(1).max(254).nullable(),
});
const MAX_BYTES = 65_536;

/** Says which of the rules on the page decides for a topic and a user, saved or not. */
export const POST = projectHandler(
  "dashboardTryTopic",
  { body: { schema: Body, maxBytes: MAX_BYTES } },
  async (ctx, { user, ...asked }) => {
    const { projectId } = asked;
    const userId = user === null ? null : (await findUserByOwner(ctx, { projectId }, user.trim())).userId;
    return tryTopic(ctx, { ...asked, userId });
  },
);
