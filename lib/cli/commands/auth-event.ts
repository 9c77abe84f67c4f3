import { type Command, Option } from "commander";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment, parsePageSize } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { SECURITY_EVENT_KINDS } from "@/lib/sign-in/events/kinds";
import { ListSecurityEventsInput, listSecurityEvents } from "@/lib/sign-in/events/list";
import type { SecurityEvent } from "@/lib/sign-in/events/resource";
import { findProject, type ProjectAddress } from "@/lib/sign-in/projects/find";
import { findUserByOwner } from "@/lib/sign-in/users/find-by-owner";

interface ListOptions {
  project: string;
  user?: string;
  kind?: string;
  outcome?: string;
  email?: string;
  reason?: string;
  method?: string;
  request?: string;
  address?: string;
  before?: string;
  limit: number;
}

/** Adds the command that lists the security events of a project. */
export function addAuthEventCommands(tree: CommandTree, noun: Command): void {
  addVerb<ListOptions>(tree, noun, {
    usage: "list",
    description: "List security events, newest first. They contain no secrets.",
    examples: [
      "coppice auth-event list --project Shop",
      "coppice auth-event list --project Shop --user ada@example.com --outcome refused",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project")
        .option("--user <user>", "only events of this user, by ID or e-mail address")
        .addOption(new Option("--kind <kind>", "only events of this kind").choices(SECURITY_EVENT_KINDS))
        .addOption(new Option("--outcome <outcome>", "only events with this outcome").choices(["accepted", "refused"]))
        .option("--email <address>", "only events in which this address was typed, with or without an account")
        .option("--reason <reason>", "only refusals for this reason")
        .option("--method <method>", "only events of this way to sign in, such as passkey")
        .option("--request <id>", "only events of the request with this ID")
        .option("--address <address>", "only events from this client address")
        .option("--before <cursor>", "continue where the previous list ended")
        .addOption(new Option("--limit <n>", "1 to 1000").argParser(parsePageSize).default(100)),
    run: async (_args, { project, user, request, ...filter }) => {
      const page = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, project);
        const one = user === undefined ? {} : { userId: await userIdOf(ctx, address, user) };
        return listSecurityEvents(
          ctx,
          ListSecurityEventsInput.parse({ ...address, ...filter, ...one, requestId: request }),
        );
      });
      const more = page.nextCursor === null ? "" : `More: --before ${page.nextCursor}\n`;
      return { json: page, text: tableOf(page.items) + more };
    },
  });
}

/** Returns the id of a user. An id is taken as it is, since events stay when the user is deleted. */
async function userIdOf(ctx: Context, address: ProjectAddress, idOrEmail: string): Promise<string> {
  return isId("user", idOrEmail) ? idOrEmail : (await findUserByOwner(ctx, address, idOrEmail)).userId;
}

function tableOf(events: readonly SecurityEvent[]): string {
  const rows = events.map(({ createdAt, kind, outcome, reason, userId, address, requestId }) => {
    return [formatMoment(createdAt), kind, outcome, reason ?? "-", userId ?? "-", address ?? "-", requestId];
  });
  return formatTable(["time (UTC)", "what", "outcome", "why", "user", "from", "request"], rows);
}
