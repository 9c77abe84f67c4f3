import { defineRoute } from "@/lib/http/define-route";
import { getInfo, Info } from "@/lib/status/info";

export const GET = defineRoute(
  {
    operationId: "getInfo",
    summary: "What runs here",
    tag: "service",
    auth: "none",
    reply: { 200: Info },
  },
  getInfo,
);
