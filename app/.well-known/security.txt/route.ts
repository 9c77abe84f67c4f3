import { securityTxt } from "@/lib/hosting/status/security-txt";
import { defineRoute } from "@/lib/http/api/define-route";

export const GET = defineRoute(
  {
    operationId: "getSecurityTxt",
    summary: "How to report a vulnerability",
    tag: "service",
    auth: "none",
    reply: { 200: { contentType: "text/plain", description: "RFC 9116" } },
  },
  async (ctx, input: object) =>
    new Response(await securityTxt(ctx, input), { headers: { "Content-Type": "text/plain; charset=utf-8" } }),
);
