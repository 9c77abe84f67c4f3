import { z } from "zod";
import { KeyName } from "@/lib/core/access/key-status";
import { PUBLIC_KEY_SCOPES, SERVER_KEY_SCOPES } from "@/lib/core/access/project-key-scope";
import { CreateTestTokenInput } from "@/lib/sign-in/test-tokens/create";
import { defineForm } from "@/lib/web/forms/define-form";
import { Lifetime } from "@/lib/web/forms/lifetime";

const WORDS = { label: "Name", maxLength: 64, fault: "Enter a name of 1 to 64 characters." };
const Name = KeyName.meta({ form: WORDS });
const named = (example: string) => KeyName.meta({ form: { ...WORDS, note: `Such as ${example}` } });

/** Its scope, an organisation or one database of it, has a part of its own. */
export const API_KEY = defineForm(
  z.object({
    name: Name,
    access: z.enum(["read-only", "read-write"]).meta({
      form: {
        label: "Access",
        kind: "radios",
        choices: { "read-only": "Read-only", "read-write": "Read and write" },
      },
    }),
    days: Lifetime,
  }),
  { start: { access: "read-only", days: "90" }, title: "Create API key", submit: "Create API key" },
);

export const PUBLIC_KEY = defineForm(
  z.object({
    name: named("Web or iOS app"),
    scope: z.enum(PUBLIC_KEY_SCOPES).meta({
      form: {
        label: "Access",
        kind: "radios",
        choices: {
          read: { label: "Read-only", note: "Reads sessions and methods; no one can sign in or up with it." },
          "read-write": { label: "Read and write", note: "Users sign in, sign up and manage their account." },
        },
      },
    }),
    days: Lifetime,
  }),
  { start: { scope: "read-write", days: "0" }, title: "Create public key", submit: "Create public key" },
);

export const SERVER_KEY = defineForm(
  z.object({
    name: named("Backend"),
    scope: z.enum(SERVER_KEY_SCOPES).meta({
      form: {
        label: "Access",
        kind: "radios",
        choices: {
          read: { label: "Read-only", note: "Reads the project's users and sessions." },
          "read-write": { label: "Read and write", note: "Changes users and sessions too." },
          admin: { label: "Admin", note: "Also creates testing tokens, which sign in test users." },
        },
      },
    }),
    days: Lifetime,
  }),
  { start: { scope: "read-write", days: "0" }, title: "Create server key", submit: "Create server key" },
);

export const TEST_TOKEN = defineForm(CreateTestTokenInput, {
  start: { ttlSeconds: 600 },
  title: "Create testing token",
  submit: "Create testing token",
});
