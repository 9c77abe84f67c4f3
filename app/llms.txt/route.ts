import type { Handler } from "@/lib/http/definition";
import { envelope } from "@/lib/http/envelope";
import { serve } from "@/lib/http/serve";
import { toResponse } from "@/lib/http/to-response";
import { llmsText } from "@/lib/web/doc-texts";

/** Answers with the list of documentation pages for language models (llmstxt.org). */
export const GET: Handler = (request) =>
  serve(
    { operationId: "showLlmsText" },
    request,
    async (exchange) => {
      const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
      return toResponse(exchange, new Response(llmsText(exchange.runtime.environment.url), { headers }), 200);
    },
    envelope,
  );
