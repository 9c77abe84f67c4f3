import { z } from "zod";
import type { Definition } from "@/lib/cli/define/definition";
import { within } from "@/lib/cli/define/place";
import { project } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { EXPIRES, Expiry } from "@/lib/cli/values";
import type { ProjectKeyKind } from "@/lib/core/access/project-key-scope";
import type { Context } from "@/lib/core/context";
import { CreatePublicKeyInput, createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { CreateServerKeyInput, createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import type { CreatedProjectKey, ProjectKey } from "@/lib/sign-in/project-keys/resource";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";

interface Wanted<Scope extends string> {
  organisationId: string;
  projectId: string;
  name: string;
  scope: Scope;
  expiresAt: Date | null;
}

/** Returns the commands of one of the two families of a project's keys. */
function commandsOf<Scope extends string>(
  kind: ProjectKeyKind,
  makes: string,
  { name, scope }: { name: z.ZodType<string>; scope: z.ZodEnum<{ [Each in Scope]: Each }> },
  create: (ctx: Context, input: Wanted<Scope>) => Promise<CreatedProjectKey>,
): Definition[] {
  return [
    verb({
      usage: "create",
      description: `${makes} Its secret is printed only once.`,
      examples: ["--name web", "--name report --scope read --expires 90d"],
      place: project,
      input: z.object({ name, scope: scope.default("read-write" as never), expires: Expiry.optional() }),
      options: { name: { help: "a name for the key" }, scope: { help: "the key's permissions" }, expires: EXPIRES },
      run: (ctx, { expires, ...input }) =>
        create(ctx, { ...input, scope: input.scope as Scope, expiresAt: expires?.(ctx.clock.now()) ?? null }),
      print: fields<CreatedProjectKey>({
        ...{ id: "id", name: "name", project: "projectId", scope: "scope", "expires (UTC)": "expiresAt" },
        secret: ({ secret }) => `${secret}  (shown only once)`,
      }),
    }),
    verb({
      usage: "list",
      description: "List keys, newest first. Secrets aren't shown.",
      place: project,
      run: (ctx, address) => listProjectKeys(ctx, { ...address, kind }),
      print: table<ProjectKey>({
        ...{ id: "id", name: "name", hint: "hint", status: "status", scope: "scope", "created by": "createdBy" },
        ...{ "expires (UTC)": "expiresAt", "last used (UTC)": "lastUsedAt", from: "lastUsedAddress" },
      }),
    }),
    verb({
      usage: "revoke",
      description: "Revoke a key, by ID, immediately and permanently.",
      place: within(project, "key", "keyId", "key_4k9x2m7q1w8e5r3t6y0u"),
      run: (ctx, address) => revokeProjectKey(ctx, { ...address, kind }),
      print: ({ name, id }) => `Revoked ${name} (${id}).`,
    }),
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
