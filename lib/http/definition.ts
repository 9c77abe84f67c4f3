import type { z } from "zod";
import type { Context } from "@/lib/context";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import type { IdKind } from "@/lib/ids";
import type { Permission } from "@/lib/members/permissions";
import type { RateLimitName } from "@/lib/rate-limits";

/** What a route promises. It drives behaviour, the OpenAPI document and the authorisation tests alike. */
export interface RouteDefinition {
  operationId: string;
  summary: string;
  description?: string;
  tag: "databases" | "branches" | "credentials" | "service";
  /** `metrics-token`: the operator's own bearer token, demanded in production. */
  auth: "none" | "management-key" | "metrics-token";
  /** Gates of the key and permission of its member; checked before path and body, and again by the verb. */
  permission?: Permission;
  /** Counts against this limit, per key. */
  resource?: RateLimitName;
  params?: Record<string, IdKind>;
  body?: z.ZodType;
  maxBytes?: number;
  /** The status of success and the shape of its body. */
  reply: Record<number, z.ZodType | { contentType: string; description: string }>;
  /** Failures the verb can end in, beside those that follow from the fields above. */
  errors?: readonly ErrorCode[];
}

/** Path ids and body fields, checked; each verb takes the part it names. */
type RouteInput = Record<string, unknown>;

export type Verb<Output> = (ctx: Context, input: never) => Promise<Output>;

export type RouteHandler = ((
  request: Request,
  route: { params: Promise<Record<string, string>> },
) => Promise<Response>) & {
  definition: RouteDefinition;
};

export type AnyVerb = (ctx: Context, input: RouteInput) => Promise<unknown>;

export function successStatus(definition: RouteDefinition): number {
  return Number(Object.keys(definition.reply)[0]);
}

/**
 * Every code the route can answer with: those of its verb and those that follow from its definition and method. A
 * status whose body the definition itself describes carries no envelope.
 */
export function errorCodes(definition: RouteDefinition, method: string): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_request", "internal_error", "service_unavailable"]);
  if (definition.auth !== "none") codes.add("unauthorized");
  if (definition.resource) codes.add("rate_limited").add("origin_direct_rejected");
  if (definition.permission) {
    codes.add("key_scope_too_narrow").add("missing_permission");
    if (definition.permission !== "databases:read") codes.add("read_only_key").add("management_not_enabled");
  }
  if (definition.params) codes.add("invalid_id");
  if (definition.maxBytes) codes.add("body_too_large").add("request_timeout");
  if (definition.body) codes.add("invalid_json").add("unsupported_media_type");
  for (const code of Object.values(fieldErrorCodes(definition.body))) codes.add(code);
  if (takesIdempotencyKey(definition, method)) codes.add("idempotency_mismatch").add("idempotency_in_flight");
  for (const code of definition.errors ?? []) codes.add(code);
  return [...codes].filter((code) => !(ERRORS[code].status in definition.reply));
}

export function takesIdempotencyKey(definition: RouteDefinition, method: string): boolean {
  return method === "POST" && definition.auth === "management-key";
}

/** The codes of those fields of a body that have one of their own, by field. */
export function fieldErrorCodes(body: z.ZodType | undefined): Record<string, ErrorCode> {
  const shape = (body as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const codes = Object.entries(shape).map(([field, schema]) => [field, schema.meta()?.errorCode]);
  return Object.fromEntries(codes.filter(([, code]) => code !== undefined));
}
