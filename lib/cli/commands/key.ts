import { EXPIRES, found } from "@/lib/cli/define/kinds";
import { organisation } from "@/lib/cli/define/places";
import type { Context } from "@/lib/core/context";
import { emailInOneForm } from "@/lib/core/email-address";
import { OperatorError } from "@/lib/core/operator-error";
import { CreateKeyInput, createKey } from "@/lib/people/api-keys/create";
import { listKeys } from "@/lib/people/api-keys/list";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { listMembers } from "@/lib/people/members/list";
import { KEY_NAMES, KEY_USE, revocation, SECRET } from "./keys";

const scope = ({ databaseId }: ManagementKey) => databaseId ?? "organisation";
const access = ({ readOnly }: ManagementKey) => (readOnly ? "read-only" : "read-write");

export const commands = [
  organisation.verb("create", {
    description: "Create a key for a member. It can't do more than the member. Its secret is printed only once.",
    examples: [
      "--member ada@acme.example --name deploy",
      "--member ada@acme.example --name report --read-only --expires 90d",
    ],
    input: CreateKeyInput,
    options: {
      memberId: found("--member <member>  the member it belongs to, by ID or e-mail address", findMemberId),
      name: "a name for the key",
      databaseId: "--database <id>  limit it to one database",
      readOnly: "limit it to reading",
      expiresAt: EXPIRES,
    },
    run: createKey,
    columns: ["id", "name", { member: "memberEmail", scope, access }, "expiresAt", SECRET],
  }),
  organisation.verb("list", {
    description: "List the keys of an organisation, newest first. Secrets aren't shown.",
    run: listKeys,
    columns: [...KEY_NAMES, { member: "memberEmail", scope, access }, ...KEY_USE],
  }),
  revocation(organisation, revokeKey),
];

async function findMemberId(ctx: Context, idOrEmail: string, at: { organisationId: string }): Promise<string> {
  const wanted = emailInOneForm(idOrEmail.trim());
  const members = await listMembers(ctx, at);
  const member = members.find(({ id, email }) => id === wanted || email === wanted);
  if (!member) throw new OperatorError(`The organisation has no member "${idOrEmail}".`);
  return member.id;
}
