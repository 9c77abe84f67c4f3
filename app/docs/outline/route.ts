import { envelope } from "@/lib/http/envelope";
import { JSON_TYPE } from "@/lib/http/plain-answer";
import { makeHandler, serve } from "@/lib/http/serve";
import { completed } from "@/lib/http/to-answer";
import { docOutline } from "@/lib/web/doc-outline";

/** Answers with the titles and headings of the documentation, for the dashboard's command palette. */
export const GET = makeHandler((request) =>
  serve(
    { operationId: "showDocOutline" },
    request,
    async (exchange) => {
      const headers = { "Content-Type": JSON_TYPE, "Cache-Control": "public, max-age=3600" };
      return completed(exchange, new Response(JSON.stringify(await docOutline()), { headers }));
    },
    envelope,
  ),
);
