import type { FunctionTemplate } from "./resource";

/** The starting points for a function: the folders of examples/functions. */
export const TEMPLATES: readonly FunctionTemplate[] = [
  {
    id: "hello",
    title: "Hello",
    text: "Answers with a greeting, and names the caller.",
    access: "public",
    needs: [],
  },
  {
    id: "products-api",
    title: "REST endpoint",
    text: "Serves a table over HTTP: everyone reads it, servers write.",
    access: "public",
    needs: ["The project's database, with the table of schema.sql"],
  },
  {
    id: "stripe-webhook",
    title: "Stripe webhook",
    text: "Checks the signature and keeps each event once.",
    access: "public",
    needs: ["The project's database, with the table of schema.sql", "The secret STRIPE_WEBHOOK_SECRET"],
  },
  {
    id: "sign-in-hook",
    title: "Sign-in hook",
    text: "Takes the project's webhook and keeps a profile for each user.",
    access: "public",
    needs: ["The project's database, with the table of schema.sql", "The secret HOOK_SECRET"],
  },
  {
    id: "weekly-report",
    title: "Weekly report",
    text: "Mails what's new, on a schedule.",
    access: "server",
    needs: [
      "The project's database, with the table of REST endpoint",
      "The secret MAIL_API_KEY, and the variables REPORT_FROM and REPORT_TO",
    ],
  },
  {
    id: "mcp-server",
    title: "MCP server",
    text: "Lets an assistant look up products.",
    access: "server",
    needs: ["The project's database, with the table of REST endpoint"],
  },
];
