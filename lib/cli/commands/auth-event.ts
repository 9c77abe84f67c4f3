import { found, PAGE } from "@/lib/cli/define/kinds";
import { projectAddress } from "@/lib/cli/define/places";
import { isId } from "@/lib/core/ids";
import { ListSecurityEventsInput, listSecurityEvents } from "@/lib/sign-in/events/list";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";

export const commands = [
  projectAddress.verb("list", {
    description: "List security events, newest first. They contain no secrets.",
    examples: ["", "--user ada@example.com --outcome refused"],
    input: ListSecurityEventsInput,
    options: {
      // Events stay when the user is deleted.
      userId: found("--user <user>  only events of this user, by ID or e-mail address", async (ctx, user, at) =>
        isId("user", user) ? user : (await findUserByOwner(ctx, at, user)).userId,
      ),
      kind: "only events of this kind",
      outcome: "only events with this outcome",
      email: "<address>  only events in which this address was typed, with or without an account",
      reason: "only refusals for this reason",
      method: "only events of this way to sign in, such as passkey",
      requestId: "--request <id>  only events of the request with this ID",
      address: "only events from this client address",
      ...PAGE,
    },
    run: listSecurityEvents,
    columns: [
      { "time (UTC)": "createdAt", what: "kind" },
      "outcome",
      { why: "reason", user: "userId", from: "address", request: "requestId" },
    ],
  }),
];
