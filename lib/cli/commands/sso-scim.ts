import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { inProject } from "@/lib/cli/define/places";
import { type Columns, fields } from "@/lib/cli/define/print";
import { listScimRefusals } from "@/lib/sign-in/scim/refusals/list";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import { SetScimRolesInput, setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { listScimTokens } from "@/lib/sign-in/scim/tokens/list";
import type { CreatedScimToken } from "@/lib/sign-in/scim/tokens/resource";
import { revokeScimToken } from "@/lib/sign-in/scim/tokens/revoke";
import { RotateScimTokenInput, rotateScimToken } from "@/lib/sign-in/scim/tokens/rotate";
import { SSO_EXAMPLE } from "./sso-owner";

/** Directories belong to connections of projects. */
const connection = inProject.within("connection", "connectionId", SSO_EXAMPLE);
const token = connection.within("token", "tokenId", "sct_4k9x2m7q1w8e5r3t6y0u");

const CREATED: Columns<CreatedScimToken> = ["id", { "base URL": "baseUrl", token: "secret" }];
const SHOWN_ONCE = () => "The token is shown only now.";
const printRoles = fields<ScimRoles>(
  [{ organisation: ({ organizationId }) => organizationId ?? "none" }],
  ({ roles }) => roles.map(({ group, role }) => [group, role]),
);

/** The commands for the directories of connections (SCIM). */
export const scimCommands = [
  connection.verb("scim-tokens", {
    description: "List the SCIM tokens of a connection, newest first.",
    run: listScimTokens,
    columns: [
      "id",
      { token: "hint", state: "status" },
      "createdAt",
      { "last used (UTC)": ({ lastUsedAt }) => lastUsedAt ?? "never" },
    ],
  }),
  connection.verb("create-scim-token", {
    description: "Create a token by which a company's directory provisions users.",
    run: createScimToken,
    columns: CREATED,
    print: SHOWN_ONCE,
  }),
  token.verb("rotate-scim-token", {
    description: "Create a token in the place of another, which stays valid for a while.",
    input: RotateScimTokenInput,
    options: { keepSeconds: "<seconds>" },
    run: rotateScimToken,
    columns: CREATED,
    print: SHOWN_ONCE,
  }),
  token.verb("revoke-scim-token", {
    description: "Revoke a SCIM token at once and for good.",
    run: revokeScimToken,
    print: ({ hint }) => `Revoked ${hint}.`,
  }),
  connection.verb("scim-refusals", {
    description: "List the newest requests of a directory that were refused, and why.",
    run: listScimRefusals,
    columns: [{ "at (UTC)": "createdAt" }, "operation", "code", { reason: "message" }],
  }),
  connection.verb("scim-roles", {
    description: "Show which groups of a directory have which role.",
    run: showScimRoles,
    print: printRoles,
  }),
  connection.verb("set-scim-roles", {
    description:
      "Give groups of a directory roles in an organisation of users. Without --organization, no group has a role.",
    examples: ["--organization uorg_4k9x2m7q1w8e5r3t6y0u --role 'App admins=admin'"],
    input: z.object({
      organizationId: SetScimRolesInput.shape.organizationId.default(null),
      roles: SetScimRolesInput.shape.roles.default([]),
    }),
    options: {
      organizationId: "--organization <id>  the organisation of users",
      roles: { flags: "--role <group=role...>", help: "a group and its role: admin or member", as: readRole },
    },
    run: setScimRoles,
    print: printRoles,
  }),
];

function readRole(text: string): { group: string; role: string } {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new UsageError(`Write a group and its role as group=admin or group=member, not ${text}.`);
  return { group: text.slice(0, at), role: text.slice(at + 1) };
}
