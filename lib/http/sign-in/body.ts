import type { z } from "zod";
import { SignInError } from "@/lib/sign-in/errors";
import type { ServedRequest } from "../served-request";

export const MAX_BODY_BYTES = 65_536;

/** Returns `undefined` when there is no body. Throws `UNSUPPORTED_MEDIA_TYPE` or `BAD_REQUEST`. */
export function readJson(request: ServedRequest, bytes: Uint8Array): unknown {
  const type = request.headers.get("content-type");
  if (bytes.length === 0 && type === null) return undefined;
  const mediaType = type?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json" || request.headers.has("content-encoding")) {
    const given = (type ?? "").slice(0, 128);
    throw new SignInError("UNSUPPORTED_MEDIA_TYPE", {
      message: `Content-Type "${given}" is not allowed. Allowed types: application/json`,
    });
  }
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new SignInError("BAD_REQUEST", { cause });
  }
}

/** Throws `VALIDATION_ERROR` with every problem in one text, such as `[body.email] Invalid email address; …`. */
export function parseInput<T>(value: unknown, schema: z.ZodType<T>, part: "body" | "query"): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `[${[part, ...path].join(".")}] ${message}`);
  throw new SignInError("VALIDATION_ERROR", { message: problems.join("; ") });
}

/** Takes the last of two values of a field. Throws `UNSUPPORTED_MEDIA_TYPE`. */
export function readForm(request: ServedRequest, bytes: Uint8Array): Record<string, string> {
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") {
    throw new SignInError("UNSUPPORTED_MEDIA_TYPE", { message: "Post the form of the page" });
  }
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}
