import type { ServiceError } from "@/lib/core/errors";

/** Close codes of the protocol `coppice.v1`; those below 4000 are of RFC 6455. */
export const CLOSE = {
  replaced: { code: 1000, reason: "Another connection goes on from this one." },
  binary: { code: 1003, reason: "Send JSON in text frames." },
  restart: { code: 1012, reason: "The service is restarting. Connect again." },
  overload: { code: 1013, reason: "The project has too many connections. Try again later." },
  unavailable: { code: 1013, reason: "The service can't check who you are right now. Try again." },
  unauthorized: { code: 4401, reason: "Send auth with a public key of the project, and a valid token for a user." },
  usedUp: { code: 4402, reason: "The project has used its connection time of this month." },
  suspended: { code: 4403, reason: "The project is suspended." },
  slow: { code: 4408, reason: "The client reads too slowly." },
  flood: { code: 4429, reason: "Too many frames, also after refusals. Send 50 a second at most." },
} as const;

export interface Closing {
  code: number;
  reason: string;
}

/** Returns how a socket ends whose `auth` is refused so, or `null` where it may try again. */
export function closingOf({ code, message }: ServiceError): Closing | null {
  switch (code) {
    case "project_suspended":
      return CLOSE.suspended;
    case "limit_reached":
      return CLOSE.usedUp;
    case "unauthorized":
    case "token_expired":
    case "foreign_origin":
      return { code: CLOSE.unauthorized.code, reason: message };
    case "internal_error":
    case "service_unavailable":
      return CLOSE.unavailable;
    default:
      return null;
  }
}
