import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import type { ServiceError } from "@/lib/core/errors";
import type { FrameOrigin } from "@/lib/services/realtime/sockets/frames";

export type SubscriptionBound = "socket" | "project" | "platform" | "presence";

interface Refusal {
  code: ErrorCode;
  message: string;
  retryAfterSeconds?: number | undefined;
  limit?: SubscriptionBound;
}

/** Returns the frame that tells a client of a refusal or an end, and its reason. */
export function refusalFrame(origin: FrameOrigin, { code, message, retryAfterSeconds, limit }: Refusal): object {
  const { retryable } = ERRORS[code];
  return {
    ...{ type: "error", ...origin, code, message, retryable },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(limit && { limit }),
  };
}

export function refusalOf({ code, message, retryAfterSeconds }: ServiceError): Refusal {
  return { code, message, retryAfterSeconds };
}

const LIMIT_MESSAGES: Record<SubscriptionBound, string> = {
  socket: "A connection has 200 subscriptions at most.",
  project: "The project has as many subscriptions as its plan allows.",
  platform: "The project has as many subscriptions as a project can have.",
  presence: "The topic shows 1,000 members at most.",
};

export function limitReached(limit: SubscriptionBound): Refusal {
  return { code: "limit_reached", message: LIMIT_MESSAGES[limit], limit };
}
