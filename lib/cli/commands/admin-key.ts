import { within } from "@/lib/cli/define/place";
import { anywhere } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { EXPIRES, Expiry } from "@/lib/cli/values";
import { CreateAdminKeyInput, type CreatedAdminKey, createAdminKey } from "@/lib/people/admin-keys/create";
import { listAdminKeys } from "@/lib/people/admin-keys/list";
import type { AdminKey } from "@/lib/people/admin-keys/resource";
import { revokeAdminKey } from "@/lib/people/admin-keys/revoke";

export const commands = [
  verb({
    usage: "create",
    description: "Create a key. It can suspend any project. Its secret is printed only once.",
    examples: ["--name triage", "--name report --expires 90d"],
    input: CreateAdminKeyInput.omit({ expiresAt: true }).extend({ expires: Expiry.optional() }),
    options: { name: { help: "a name for the key" }, expires: EXPIRES },
    run: (ctx, { name, expires }) => createAdminKey(ctx, { name, expiresAt: expires?.(ctx.clock.now()) ?? null }),
    print: fields<CreatedAdminKey>({
      ...{ id: "id", name: "name", "expires (UTC)": "expiresAt" },
      secret: ({ secret }) => `${secret}  (shown only once)`,
    }),
  }),
  verb({
    usage: "list",
    description: "List the keys, newest first. Secrets aren't shown.",
    run: listAdminKeys,
    print: table<AdminKey>({
      ...{ id: "id", name: "name", hint: "hint", status: "status" },
      ...{ "expires (UTC)": "expiresAt", "last used (UTC)": "lastUsedAt", from: "lastUsedAddress" },
    }),
  }),
  verb({
    usage: "revoke",
    description: "Revoke a key, by ID, immediately and permanently.",
    place: within(anywhere, "key", "keyId", "key_4k9x2m7q1w8e5r3t6y0u"),
    run: revokeAdminKey,
    print: ({ name, id }) => `Revoked ${name} (${id}).`,
  }),
];
