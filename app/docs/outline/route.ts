import type { Handler } from "@/lib/http/definition";
import { envelope } from "@/lib/http/envelope";
import { serve } from "@/lib/http/serve";
import { docOutline } from "@/lib/web/doc-outline";

/** Answers with the titles and headings of the documentation, for the dashboard's command palette. */
export const GET: Handler = (request) =>
  serve(
    { operationId: "showDocOutline" },
    request,
    async () => Response.json(await docOutline(), { headers: { "Cache-Control": "public, max-age=3600" } }),
    envelope,
  );
