import type { z } from "zod";
import type { Permission } from "@/lib/core/access/permissions";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { ERRORS, type ErrorCode } from "@/lib/core/errors";
import type { IdKind } from "@/lib/core/ids";
import type { RateLimitName } from "@/lib/core/rate-limits";
import type { ServiceContext } from "@/lib/runtime";
import { SIGN_IN_ERRORS, type SignInErrorCode } from "@/lib/sign-in/errors";
import type { AddressLimitName } from "@/lib/sign-in/limits";

/** The most a body of the management routes may hold. */
export const MANAGEMENT_BODY_BYTES = 8_192;

/** The definition of a route. Its behaviour, the OpenAPI document and the authorisation tests follow from it. */
export interface RouteDefinition {
  operationId: string;
  summary: string;
  description?: string;
  tag: "databases" | "branches" | "credentials" | "sign-in" | "service";
  /**
   * `metrics-token`: the operator's own bearer token, demanded in production. `public-key`: the project header and a
   * public key of the project. `project-header`: the header alone. `project-path`: the project is in the path, since a
   * mailed link and a provider's redirect carry no header. `server-key`: a server key of the project in the path.
   */
  auth: "none" | "management-key" | "server-key" | "metrics-token" | "public-key" | "project-header" | "project-path";
  /** Gates of the key and permission of its member; checked before path and body, and again by the verb. */
  permission?: Permission;
  /** The least scope of a server key; checked before path and body, and again by the verb. */
  serverKeyScope?: ServerKeyScope;
  /** Counts against this limit, per key. */
  resource?: RateLimitName;
  params?: Record<string, IdKind>;
  body?: z.ZodType;
  maxBytes?: number;
  /** The status of success and the shape of its body; a redirect has none. */
  reply: Record<number, z.ZodType | { contentType: string | null; description: string }>;
  /** Failures the verb can end in, beside those that follow from the fields above. */
  errors?: readonly ErrorCode[];
  /** What the routes of the sign-in wire promise besides; `defineSignInRoute` serves them. */
  signIn?: SignInPromises;
}

export interface SignInPromises {
  /** `required`: 401 without one. `optional`: the verb finds it in the context. */
  session: "none" | "optional" | "required";
  /** Counts against this limit of the project, per client address. */
  limit?: AddressLimitName;
  /**
   * The route makes a session: it refuses pages of other sites, also without a cookie, and read-only keys and suspended
   * projects whatever the method.
   */
  isLogin?: boolean;
  /** The route only takes rights away, so it works in a suspended project too. */
  worksWhileSuspended?: boolean;
  /** Query parameters that the verb is given; others are ignored. */
  query?: z.ZodObject;
  /** Path segments that the verb is given, by the name in brackets. */
  params?: readonly string[];
  /** The hosted page whose form posts here, urlencoded; a refusal leads back to it. */
  form?: string;
  /** Answers in HTML, failures too. */
  isPage?: boolean;
  /** Header fields of every answer that is no refusal. */
  headers?: Readonly<Record<string, string>>;
  /** A provider posts here from its own origin: the fields join the query, and the answer is always a redirect. */
  isFormResponse?: boolean;
  errors?: readonly SignInErrorCode[];
  /** Codes that have another status on this route than in general. */
  statuses?: Partial<Record<SignInErrorCode, number>>;
}

/** The definition of a route of the sign-in wire. */
export type SignInRouteDefinition = RouteDefinition & {
  auth: "public-key" | "project-header" | "project-path";
  signIn: SignInPromises;
};

/** Path ids and body fields, checked; each verb takes the part it names. */
type RouteInput = Record<string, unknown>;

export type Verb<Output> = (ctx: ServiceContext, input: never) => Promise<Output>;

/** The segments of a request's path that a route file's name holds in brackets. */
export type PathParams = Promise<Record<string, string>>;

export type Handler = (request: Request, route: { params: PathParams }) => Promise<Response>;

export type RouteHandler = Handler & { definition: RouteDefinition };

export type AnyVerb = (ctx: ServiceContext, input: RouteInput) => Promise<unknown>;

export function successStatus(definition: RouteDefinition): number {
  return Number(Object.keys(definition.reply)[0]);
}

/**
 * Returns every code the route can refuse with: those of its verb and those that follow from its definition and method.
 * A status whose body the definition itself describes carries no envelope.
 */
export function errorCodes(definition: RouteDefinition, method: string): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_request", "internal_error", "service_unavailable"]);
  if (definition.signIn) return [];
  if (definition.auth !== "none") codes.add("unauthorized");
  if (definition.resource) codes.add("rate_limited").add("origin_direct_rejected");
  if (definition.permission) {
    codes.add("key_scope_too_narrow").add("missing_permission");
    if (definition.permission !== "databases:read") codes.add("read_only_key").add("management_not_enabled");
  }
  if (definition.auth === "server-key") {
    codes.add("server_key_in_browser").add("key_scope_too_narrow").add("project_not_found");
    if (method !== "GET") codes.add("project_suspended");
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
  return method === "POST" && (definition.auth === "management-key" || definition.auth === "server-key");
}

/** Returns every code that a route of the sign-in wire can refuse with. */
export function signInErrorCodes(definition: RouteDefinition, method: string): SignInErrorCode[] {
  const { auth, body, signIn } = definition;
  if (signIn?.isPage) return [];
  const codes = new Set<SignInErrorCode>(["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"]);
  codes.add(PROJECT_CODES[auth] ?? "INVALID_PUBLIC_KEY");
  if (method === "GET" && signIn?.isLogin) codes.add("READ_ONLY_KEY").add("PROJECT_SUSPENDED");
  if (signIn?.query) {
    codes.add("VALIDATION_ERROR");
    for (const code of CALLBACK_CODES) codes.add(code);
  }
  if (method !== "GET") {
    codes.add("READ_ONLY_KEY").add("INVALID_ORIGIN").add("MISSING_OR_NULL_ORIGIN");
    codes.add("BAD_REQUEST").add("UNSUPPORTED_MEDIA_TYPE").add("PAYLOAD_TOO_LARGE").add("REQUEST_TIMEOUT");
    for (const code of CALLBACK_CODES) codes.add(code);
    if (!signIn?.worksWhileSuspended) codes.add("PROJECT_SUSPENDED");
  }
  // Callback addresses are checked before a body's own schema, and in bodies without one.
  if (body || method !== "GET") codes.add("VALIDATION_ERROR");
  if (signIn?.session === "required") codes.add("UNAUTHORIZED");
  if (signIn?.limit) codes.add("TOO_MANY_REQUESTS").add("ORIGIN_DIRECT_REJECTED");
  if (signIn?.isLogin) codes.add("CROSS_SITE_NAVIGATION_LOGIN_BLOCKED");
  for (const code of signIn?.errors ?? []) codes.add(code);
  return [...codes];
}

/** Returns the status that this code has on the route. */
export function signInErrorStatus(definition: RouteDefinition, code: SignInErrorCode): number {
  return definition.signIn?.statuses?.[code] ?? SIGN_IN_ERRORS[code].status;
}

const PROJECT_CODES: Partial<Record<RouteDefinition["auth"], SignInErrorCode>> = {
  "public-key": "INVALID_PUBLIC_KEY",
  "project-header": "INVALID_PROJECT",
  "project-path": "PROJECT_NOT_FOUND",
};

const CALLBACK_CODES = [
  "INVALID_CALLBACK_URL",
  "INVALID_REDIRECT_URL",
  "INVALID_ERROR_CALLBACK_URL",
  "INVALID_NEW_USER_CALLBACK_URL",
] as const satisfies readonly SignInErrorCode[];

/** Returns the error codes that fields of a body name for themselves, by field. */
export function fieldErrorCodes(body: z.ZodType | undefined): Record<string, ErrorCode> {
  const shape = (body as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const codes = Object.entries(shape).map(([field, schema]) => [field, schema.meta()?.errorCode]);
  return Object.fromEntries(codes.filter(([, code]) => code !== undefined));
}
