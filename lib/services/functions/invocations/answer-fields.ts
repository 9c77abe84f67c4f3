/** The fields of an answer that say something of it alone, by RFC 9110, RFC 9111, Fetch and their relatives. */
const STANDARD = [
  ...["content-type", "content-length", "content-encoding", "content-language", "content-location", "content-range"],
  ...["content-disposition", "content-digest", "repr-digest", "digest", "content-md5"],
  ...[
    "cache-control",
    "age",
    "date",
    "expires",
    "etag",
    "last-modified",
    "vary",
    "pragma",
    "no-vary-search",
    "warning",
  ],
  ...["location", "retry-after", "refresh", "link", "allow", "accept-ranges", "accept-patch", "accept-post"],
  ...["preference-applied", "www-authenticate", "idempotency-key", "deprecation", "sunset", "ratelimit"],
  ...["server-timing", "timing-allow-origin", "traceparent", "tracestate", "sourcemap"],
  ...["referrer-policy", "permissions-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy"],
];

/** The fields that apps and libraries often send, of one answer too. `x-accel-buffering` concerns streaming alone. */
const CUSTOM = [
  ...["x-frame-options", "x-robots-tag", "x-xss-protection", "x-dns-prefetch-control", "x-download-options"],
  ...["x-accel-buffering", "x-coppice-invocation", "x-sourcemap", "x-api-version", "x-version", "x-powered-by"],
  ...["x-correlation-id", "x-trace-id", "x-response-time", "x-runtime", "x-error-code", "x-message-id", "x-session-id"],
  ...["x-total-count", "x-total-pages", "x-page", "x-per-page", "x-next-page", "x-prev-page", "x-next-cursor"],
  ...["x-pagination", "x-has-more", "x-signature", "x-hub-signature", "x-hub-signature-256", "x-job-id"],
  ...["x-vercel-ai-data-stream", "x-vercel-ai-ui-message-stream"],
];

/** `x-app-` is for names of an app's own: no proxy or browser obeys any of them. */
const PREFIXES = [
  "x-app-",
  "x-ratelimit-",
  "x-rate-limit-",
  "ratelimit-",
  "x-webhook-",
  "webhook-",
  "mcp-",
  "tus-",
  "upload-",
];

const LISTED: ReadonlySet<string> = new Set([...STANDARD, ...CUSTOM]);

/**
 * Returns whether a field of a function's answer leaves the service. All others might be obeyed by a proxy in front, or by
 * a browser for the whole site. `more` are names that the operator lets pass; one that ends with `*` is a prefix.
 */
export function isPassed(name: string, more: readonly string[]): boolean {
  if (LISTED.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))) return true;
  return more.some((each) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each));
}
