import { SERVICE } from "@/lib/core/service";

/** The headers that every request has, beside those of its signature and its trace. */
export const WEBHOOK_HEADERS = {
  "content-type": "application/json",
  "user-agent": `${SERVICE.name}-Webhooks/1`,
} as const;
