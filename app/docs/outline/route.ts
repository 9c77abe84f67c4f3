import type { Handler } from "@/lib/http/definition";
import { envelope } from "@/lib/http/envelope";
import { JSON_TYPE } from "@/lib/http/error-response";
import { serve } from "@/lib/http/serve";
import { toResponse } from "@/lib/http/to-response";
import { docOutline } from "@/lib/web/doc-outline";

/** Answers with the titles and headings of the documentation, for the dashboard's command palette. */
export const GET: Handler = (request) =>
  serve(
    { operationId: "showDocOutline" },
    request,
    async (exchange) => {
      const headers = { "Content-Type": JSON_TYPE, "Cache-Control": "public, max-age=3600" };
      return toResponse(exchange, new Response(JSON.stringify(await docOutline()), { headers }), 200);
    },
    envelope,
  );
