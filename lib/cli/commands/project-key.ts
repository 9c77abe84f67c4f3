import { z } from "zod";
import type { Definition } from "@/lib/cli/define/definition";
import { EXPIRES } from "@/lib/cli/define/kinds";
import { project } from "@/lib/cli/define/places";
import type { ProjectKeyKind } from "@/lib/core/access/project-key-scope";
import type { Context } from "@/lib/core/context";
import { CreatePublicKeyInput, createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { CreateServerKeyInput, createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import type { CreatedProjectKey } from "@/lib/sign-in/project-keys/resource";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";
import { KEY_NAMES, KEY_USE, revocation } from "./keys";

interface Wanted<Scope extends string> {
  organisationId: string;
  projectId: string;
  name: string;
  scope: Scope;
  expiresAt: Date | null;
}

const { expiresAt } = CreatePublicKeyInput.shape;

/** Returns the commands of one of the two families of a project's keys. */
function commandsOf<Scope extends string>(
  kind: ProjectKeyKind,
  makes: string,
  { name, scope }: { name: z.ZodType<string>; scope: z.ZodEnum<{ [Each in Scope]: Each }> },
  create: (ctx: Context, input: Wanted<Scope>) => Promise<CreatedProjectKey>,
): Definition[] {
  return [
    project.verb("create", {
      description: `${makes} Its secret is printed only once.`,
      examples: ["--name web", "--name report --scope read --expires 90d"],
      input: z.object({ name, scope: scope.default("read-write" as never), expiresAt }),
      options: { name: "a name for the key", scope: "the key's permissions", expiresAt: EXPIRES },
      run: (ctx, input) => create(ctx, { ...input, scope: input.scope as Scope }),
      columns: [
        "id",
        "name",
        { project: "projectId" },
        "scope",
        "expiresAt",
        { secret: ({ secret }) => `${secret}  (shown only once)` },
      ],
    }),
    project.verb("list", {
      description: "List keys, newest first. Secrets aren't shown.",
      run: (ctx, address) => listProjectKeys(ctx, { ...address, kind }),
      columns: [...KEY_NAMES, "scope", "createdBy", ...KEY_USE],
    }),
    revocation(project, (ctx, address) => revokeProjectKey(ctx, { ...address, kind })),
  ];
}

export const publicKeyCommands = commandsOf(
  "public",
  "Create a public key, which is safe to use in a browser.",
  CreatePublicKeyInput.shape,
  createPublicKey,
);

export const serverKeyCommands = commandsOf(
  "server",
  "Create a server key. The scope admin can also create testing tokens.",
  CreateServerKeyInput.shape,
  createServerKey,
);
