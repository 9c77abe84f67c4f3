import { z } from "zod";
import { within } from "@/lib/cli/define/place";
import { organisation } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { EXPIRES, Expiry } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { emailInOneForm } from "@/lib/core/email-address";
import { OperatorError } from "@/lib/core/operator-error";
import { type CreatedKey, CreateKeyInput, createKey } from "@/lib/people/api-keys/create";
import { listKeys } from "@/lib/people/api-keys/list";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { listMembers } from "@/lib/people/members/list";

const scope = ({ databaseId }: ManagementKey) => databaseId ?? "organisation";
const access = ({ readOnly }: ManagementKey) => (readOnly ? "read-only" : "read-write");

export const commands = [
  verb({
    usage: "create",
    description: "Create a key for a member. It can't do more than the member. Its secret is printed only once.",
    examples: [
      "--member ada@acme.example --name deploy",
      "--member ada@acme.example --name report --read-only --expires 90d",
    ],
    place: organisation,
    input: CreateKeyInput.omit({ memberId: true, expiresAt: true }).extend({
      ...{ member: z.string(), expires: Expiry.optional() },
    }),
    options: {
      member: { help: "the member it belongs to, by ID or e-mail address" },
      name: { help: "a name for the key" },
      databaseId: { flags: "--database <id>", help: "limit it to one database" },
      readOnly: { help: "limit it to reading" },
      expires: EXPIRES,
    },
    run: async (ctx, { member, expires, ...input }) => {
      const memberId = await findMemberId(ctx, input.organisationId, member);
      return createKey(ctx, { ...input, memberId, expiresAt: expires?.(ctx.clock.now()) ?? null });
    },
    print: fields<CreatedKey>({
      ...{ id: "id", name: "name", member: "memberEmail", scope, access, "expires (UTC)": "expiresAt" },
      secret: ({ secret }) => `${secret}  (shown only once)`,
    }),
  }),
  verb({
    usage: "list",
    description: "List the keys of an organisation, newest first. Secrets aren't shown.",
    place: organisation,
    run: listKeys,
    print: table<ManagementKey>({
      ...{ id: "id", name: "name", hint: "hint", status: "status", member: "memberEmail", scope, access },
      ...{ "expires (UTC)": "expiresAt", "last used (UTC)": "lastUsedAt", from: "lastUsedAddress" },
    }),
  }),
  verb({
    usage: "revoke",
    description: "Revoke a key, by ID, immediately and permanently.",
    place: within(organisation, "key", "keyId", "key_4k9x2m7q1w8e5r3t6y0u"),
    run: revokeKey,
    print: ({ name, id }) => `Revoked ${name} (${id}).`,
  }),
];

async function findMemberId(ctx: Context, organisationId: string, idOrEmail: string): Promise<string> {
  const wanted = emailInOneForm(idOrEmail.trim());
  const members = await listMembers(ctx, { organisationId });
  const member = members.find(({ id, email }) => id === wanted || email === wanted);
  if (!member) throw new OperatorError(`The organisation has no member "${idOrEmail}".`);
  return member.id;
}
