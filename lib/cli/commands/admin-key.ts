import { EXPIRES } from "@/lib/cli/define/kinds";
import { anywhere } from "@/lib/cli/define/places";
import { CreateAdminKeyInput, createAdminKey } from "@/lib/people/admin-keys/create";
import { listAdminKeys } from "@/lib/people/admin-keys/list";
import { revokeAdminKey } from "@/lib/people/admin-keys/revoke";
import { KEY_NAMES, KEY_USE, revocation, SECRET } from "./keys";

export const commands = [
  anywhere.verb("create", {
    description: "Create a key. It can suspend any project. Its secret is printed only once.",
    examples: ["--name triage", "--name report --expires 90d"],
    input: CreateAdminKeyInput,
    options: { name: "a name for the key", expiresAt: EXPIRES },
    run: createAdminKey,
    columns: ["id", "name", "expiresAt", SECRET],
  }),
  anywhere.verb("list", {
    description: "List the keys, newest first. Secrets aren't shown.",
    run: listAdminKeys,
    columns: [...KEY_NAMES, ...KEY_USE],
  }),
  revocation(anywhere, revokeAdminKey),
];
