import type { z } from "zod";
import { defineRoute } from "@/lib/http/api/define-route";
import { JSON_TYPE } from "@/lib/http/plain-answer";
import { DocSearch, DocSearchInput, searchDocs } from "@/lib/web/doc-search";

export const GET = defineRoute(
  {
    operationId: "searchDocs",
    summary: "Search the documentation",
    description: "By how many words of the query a page has. At most ten pages, each with the part that fits best.",
    tag: "service",
    auth: "none",
    resource: "search",
    query: DocSearchInput,
    reply: { 200: DocSearch },
  },
  async (ctx, input: z.infer<typeof DocSearchInput>) =>
    new Response(JSON.stringify(await searchDocs(ctx.baseUrl, input)), {
      headers: { "Content-Type": JSON_TYPE, "Cache-Control": "public, max-age=300" },
    }),
);
