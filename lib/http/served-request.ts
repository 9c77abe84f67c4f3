import type { HeaderReader } from "@/lib/core/header-reader";

/** A request as routes read it: a `Request` in Next's lane, and in the other one Node's own (lanes/incoming-request.ts). */
export interface ServedRequest extends Pick<Request, "method" | "url" | "signal" | "body" | "bodyUsed" | "bytes"> {
  readonly headers: HeaderReader;
}
