import type { ActionWords } from "./words";

const TRIED_AS: Record<string, string> = { visitor: "a visitor", server: "the app's server" };

/** Actions on functions and their secrets. */
export const FUNCTIONS = {
  "function.deploy": { label: "Deployed a function", sentence: "deployed version {version} of the function {name}" },
  "function.roll_back": {
    label: "Rolled a function back",
    sentence: "rolled the function {name} back to version {version}",
  },
  "function.update": { label: "Changed a function", sentence: "changed the function {name}" },
  "function.delete": { label: "Deleted a function", sentence: "deleted the function {name}" },
  "function.try": {
    label: "Tried a function",
    sentence: ({ as }) => `tried the function {name} as ${as === "user" ? "the user {user}" : TRIED_AS[String(as)]}`,
  },
  "function_secret.set": { label: "Set a secret of functions", sentence: "set the secret {name} of functions" },
  "function_secret.delete": {
    label: "Deleted a secret of functions",
    sentence: "deleted the secret {name} of functions",
  },
} satisfies Record<string, ActionWords>;
