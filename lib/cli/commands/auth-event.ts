import { z } from "zod";
import { projectAddress } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { isId } from "@/lib/core/ids";
import { ListSecurityEventsInput, listSecurityEvents } from "@/lib/sign-in/events/list";
import type { SecurityEvent } from "@/lib/sign-in/events/resource";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";

const { limit } = ListSecurityEventsInput.shape;

export const commands = [
  verb({
    usage: "list",
    description: "List security events, newest first. They contain no secrets.",
    examples: ["", "--user ada@example.com --outcome refused"],
    place: projectAddress,
    input: ListSecurityEventsInput.omit({ userId: true }).extend({ user: z.string().optional(), limit }),
    options: {
      user: { help: "only events of this user, by ID or e-mail address" },
      kind: { help: "only events of this kind" },
      outcome: { help: "only events with this outcome" },
      email: {
        flags: "--email <address>",
        help: "only events in which this address was typed, with or without an account",
      },
      reason: { help: "only refusals for this reason" },
      method: { help: "only events of this way to sign in, such as passkey" },
      requestId: { flags: "--request <id>", help: "only events of the request with this ID" },
      address: { help: "only events from this client address" },
      before: { flags: "--before <cursor>", help: "continue where the previous list ended" },
      limit: { flags: "--limit <n>", help: "1 to 1000" },
    },
    run: async (ctx, { user, ...input }) => {
      if (user === undefined) return listSecurityEvents(ctx, input);
      // Events stay when the user is deleted.
      const userId = isId("user", user) ? user : (await findUserByOwner(ctx, input, user)).userId;
      return listSecurityEvents(ctx, { ...input, userId });
    },
    print: table<SecurityEvent>({
      ...{ "time (UTC)": "createdAt", what: "kind", outcome: "outcome", why: "reason", user: "userId" },
      ...{ from: "address", request: "requestId" },
    }),
  }),
];
