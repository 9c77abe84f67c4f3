import { ServiceError } from "@/lib/core/errors";
import { envelope } from "@/lib/http/envelope";
import { asResponse } from "@/lib/http/plain-answer";
import { serve } from "@/lib/http/serve";
import type { ServedRequest } from "@/lib/http/served-request";
import { completed } from "@/lib/http/to-answer";
import { findDocPage } from "@/lib/web/doc-pages";
import { docMarkdown } from "@/lib/web/doc-texts";

interface Route {
  /** Next gives the segments apart, the API lane the whole rest of the path. */
  params: Promise<{ slug?: string | string[] }>;
}

/** Answers with the Markdown of a page of the documentation, which is at the page's address with `.md` at its end. */
export const GET = async (request: ServedRequest, { params }: Route): Promise<Response> =>
  asResponse(
    await serve(
      { operationId: "showDocMarkdown" },
      request,
      async (exchange) => {
        const page = findDocPage([(await params).slug].flat().join("/"));
        if (!page) throw new ServiceError("not_found", "There's no such page of the documentation.");
        const text = await docMarkdown(page, exchange.runtime.environment.url);
        const headers = { "Content-Type": "text/markdown; charset=utf-8", "Cache-Control": "public, max-age=3600" };
        return completed(exchange, new Response(text, { headers }));
      },
      envelope,
    ),
  );
