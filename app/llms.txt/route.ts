import { envelope } from "@/lib/http/envelope";
import { makeHandler, serve } from "@/lib/http/serve";
import { completed } from "@/lib/http/to-answer";
import { llmsText } from "@/lib/web/doc-texts";

/** Answers with the list of documentation pages for language models (llmstxt.org). */
export const GET = makeHandler((request) =>
  serve(
    { operationId: "showLlmsText" },
    request,
    async (exchange) => {
      const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
      return completed(exchange, new Response(llmsText(exchange.runtime.environment.url), { headers }));
    },
    envelope,
  ),
);
