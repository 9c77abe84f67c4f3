import type { ErrorDefinition } from "./definition";

/** Statuses of 500 and above: the service, or something it needs, failed. */
export const FAILURES = {
  internal_error: {
    status: 500,
    retryable: true,
    meaning: "Something went wrong in the service. Its log has the cause under the request ID.",
  },
  websocket_unsupported: {
    status: 501,
    retryable: false,
    meaning: "A WebSocket was asked for, or answered, where a function is. Functions have none; realtime has.",
  },
  draft_invalid: {
    status: 502,
    retryable: true,
    meaning: "The language model's answer can't be used. Try again, or say it in other words.",
  },
  function_failed: {
    status: 502,
    retryable: false,
    meaning: "The function threw an error, or used more memory or time than allowed. Its log says more.",
  },
  ai_unavailable: { status: 503, retryable: true, meaning: "The language model doesn't answer." },
  function_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The function can't be run right now: there's no room for it, or it was ended too often.",
  },
  host_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The database's host doesn't respond, or no host has room.",
  },
  not_configured: {
    status: 503,
    retryable: false,
    meaning: "The operator hasn't set up a service that this route needs.",
  },
  object_store_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The store that keeps objects doesn't answer.",
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The service's own database doesn't respond.",
  },
  function_timeout: {
    status: 504,
    retryable: false,
    meaning: "The function took longer than the plan allows.",
  },
  response_too_large: {
    status: 507,
    retryable: false,
    meaning: "The answer would be larger than 16 MB. Ask for fewer rows or columns.",
  },
} as const satisfies Record<string, ErrorDefinition>;
