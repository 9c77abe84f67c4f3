import type { ActionWords } from "./words";

/** Actions on API keys, and on keys of projects. */
export const KEYS = {
  "key.create": { label: "Created an API key", sentence: "created the API key {name}" },
  "key.revoke": { label: "Revoked an API key", sentence: "revoked the API key {name}" },
  "project_key.create": { label: "Created a project key", sentence: "created the {kind} key {name} of {project}" },
  "project_key.revoke": { label: "Revoked a project key", sentence: "revoked the {kind} key {name} of {project}" },
  "test_token.create": { label: "Created a testing token" },
  "test_token.revoke": { label: "Revoked a testing token" },
  "signing_key.rotate": { label: "Rotated a signing key" },
  "signing_key.revoke": { label: "Revoked a signing key" },
} satisfies Record<string, ActionWords>;
