import type { z } from "zod";
import type { Permission } from "@/lib/core/access/permissions";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import type { IdKind } from "@/lib/core/ids";
import type { RateLimitName } from "@/lib/core/rate-limits";
import type { OptionalPart } from "@/lib/core/require-configured";
import type { ServiceContext } from "@/lib/runtime";
import { SIGN_IN_ERRORS, type SignInErrorCode } from "@/lib/sign-in/errors";
import type { RefusedStep } from "@/lib/sign-in/events/record-refusal";
import type { AddressLimitName } from "@/lib/sign-in/flow/limits";
import type { Answer } from "./plain-answer";
import type { ServedRequest } from "./served-request";

export const MANAGEMENT_BODY_BYTES = 8_192;
/** Holds two objects of metadata of 8 kB each, also with escapes. */
export const USER_BODY_BYTES = 65_536;

/** The route's behaviour, the OpenAPI document and the authorisation tests follow from this definition. */
export interface RouteDefinition {
  operationId: string;
  summary: string;
  description?: string;
  tag:
    | "databases"
    | "branches"
    | "credentials"
    | "sign-in"
    | "users"
    | "storage"
    | "realtime"
    | "functions"
    | "administration"
    | "billing"
    | "drafts"
    | "usage"
    | "realtime"
    | "service";
  /**
   * `metrics-token` is the operator's own bearer token, which production demands. `public-key` stands for the project
   * header and a public key, `project-header` for the header alone. `project-path` takes the project from the path,
   * since a mailed link and a provider's redirect carry no header. `server-key` belongs to the project in the path, and
   * `admin-key` to the operator.
   */
  auth:
    | "none"
    | "management-key"
    | "server-key"
    | "admin-key"
    | "metrics-token"
    | "public-key"
    | "project-header"
    | "project-path";
  /** The permission is checked before path and body, and again by the verb. */
  permission?: Permission;
  /** A server key needs at least this scope, which is checked before path and body, and again by the verb. */
  serverKeyScope?: ServerKeyScope;
  /**
   * The route with `server-key` also takes a user's token, and a public key, of the project in the path; the verb
   * decides their permissions. Pages of the project's origins may send requests and read answers.
   */
  takesUsers?: boolean;
  /** The verb gets in `readsMetrics` whether the request could read the metrics; no request is refused for it. */
  toldOfMetricsToken?: true;
  /** The answer is `not_configured`, before the body is looked at, where the operator has not set this part up. */
  needs?: OptionalPart;
  /** Requests count against this limit, per key, or per address where nobody is asked for one. */
  resource?: RateLimitName;
  /** A path segment is an id of this kind, or a name that the expression fits. */
  params?: Record<string, IdKind | RegExp>;
  /** The rest of the path behind this many segments is an input of this name, decoded once, slashes included. */
  tail?: { name: string; after: number };
  /** The route takes these query parameters; without it, any is refused. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Numbers that JavaScript would write otherwise stay as they were written (`parseExactJson`). */
  exactNumbers?: true;
  /**
   * The verb gets the exact bytes of the body as `rawBody`, a Uint8Array of at most `maxBytes`, and the request's
   * `headers`, in place of parsed fields.
   */
  rawBody?: RawBody;
  /** The verb gets the `request` too, since it may answer with a stream that ends with it. */
  stream?: true;
  maxBytes?: number;
  /** Pages of every origin may send requests and read answers, refusals among them. */
  anyOrigin?: true;
  /** A refusal carries the fields of an error of Postgres besides, which drivers read. */
  isPostgres?: true;
  /** Each status of success has the schema of its body; a redirect has none. */
  reply: Record<number, z.ZodType | { contentType: string | null; description: string }>;
  /** The verb can fail with these codes, besides those that follow from the other fields. */
  errors?: readonly ErrorCode[];
  /** Routes of the sign-in API, which `defineSignInRoute` serves, set this. */
  signIn?: SignInPromises;
}

/** Describes the body to readers of the API reference; nothing is checked against it. */
interface RawBody {
  contentType: string;
  description: string;
}

export interface SignInPromises {
  /** The answer is 401 without a `required` session; the verb finds an `optional` one in its context. */
  session: "none" | "optional" | "required";
  /** Requests count against this limit of the project, per client address. */
  limit?: AddressLimitName;
  /** A route that makes a session refuses other sites' pages, read-only keys and suspended projects on any method. */
  isLogin?: boolean;
  /** The event as which a refusal is recorded; `session.use` without it. */
  refusedAs?: RefusedStep;
  /** The route takes a session that an organisation's connection began, too, which opens that organisation alone. */
  isForOrganisation?: boolean;
  /** The route only takes rights away, so it works in a suspended project too. */
  worksWhileSuspended?: boolean;
  /** The verb gets these query parameters; others are ignored. */
  query?: z.ZodObject;
  /** The verb gets these path segments, by the name in brackets. */
  params?: readonly string[];
  /** This hosted page posts its urlencoded form here; a refusal leads back to it. */
  form?: string;
  /** The route answers in HTML, also when it fails. */
  isPage?: boolean;
  /** Every answer but a refusal carries these header fields. */
  headers?: Readonly<Record<string, string>>;
  /** A provider posts here from its own origin; the fields join the query, and the answer is always a redirect. */
  isFormResponse?: boolean;
  /** A refusal carries `error` and `error_description` besides (RFC 6749 section 5.2). */
  isOAuth?: boolean;
  errors?: readonly SignInErrorCode[];
  /** These codes have another status on this route than in general. */
  statuses?: Partial<Record<SignInErrorCode, number>>;
}

export type SignInRouteDefinition = RouteDefinition & {
  auth: "public-key" | "project-header" | "project-path";
  signIn: SignInPromises;
};

/** Path ids and body fields are checked; each verb takes those that it names. */
export type RouteInput = Record<string, unknown>;

export type Verb<Output> = (ctx: ServiceContext, input: never) => Promise<Output>;

export type PathParams = Promise<Record<string, string>>;

export type Handler = (request: ServedRequest, route: { params: PathParams }) => Promise<Response>;

/** Next calls the function, and the lane without Next its `answer`. */
export type AnsweringHandler = Handler & { answer: (request: ServedRequest, params: PathParams) => Promise<Answer> };

export type RouteHandler = AnsweringHandler & { definition: RouteDefinition };

export type AnyVerb = (ctx: ServiceContext, input: RouteInput) => Promise<unknown>;

export function successStatus(definition: RouteDefinition): number {
  return Number(Object.keys(definition.reply)[0]);
}

/** Leaves out the codes of a status whose body the definition describes itself, as it carries no envelope. */
export function errorCodes(definition: RouteDefinition, method: string): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_request", "internal_error", "service_unavailable"]);
  if (definition.signIn) return [];
  if (definition.needs) codes.add("not_configured");
  if (definition.auth !== "none") codes.add("unauthorized");
  if (definition.resource) codes.add("rate_limited").add("origin_direct_rejected");
  if (definition.permission) {
    codes.add("key_scope_too_narrow").add("missing_permission");
    if (definition.permission !== "databases:read") codes.add("read_only_key").add("management_not_enabled");
  }
  if (definition.takesUsers) codes.add("token_expired").add("missing_permission").add("foreign_origin");
  if (definition.tail) codes.add("not_found").add("invalid_key");
  if (definition.auth === "server-key") {
    codes.add("server_key_in_browser").add("key_scope_too_narrow").add("project_not_found");
    if (method !== "GET") codes.add("project_suspended");
  }
  for (const shape of Object.values(definition.params ?? {})) {
    codes.add(shape instanceof RegExp ? "not_found" : "invalid_id");
  }
  if (definition.maxBytes) codes.add("body_too_large").add("request_timeout");
  if (definition.body) codes.add("invalid_json").add("unsupported_media_type");
  for (const code of Object.values(fieldErrorCodes(definition.body))) codes.add(code);
  if (takesIdempotencyKey(definition, method)) codes.add("idempotency_mismatch").add("idempotency_in_flight");
  for (const code of definition.errors ?? []) codes.add(code);
  return [...codes].filter((code) => !(ERRORS[code].status in definition.reply));
}

export function takesIdempotencyKey(definition: RouteDefinition, method: string): boolean {
  // An answer that is a stream is not kept.
  if (definition.stream) return false;
  return method === "POST" && (definition.auth === "management-key" || definition.auth === "server-key");
}

export function signInErrorCodes(definition: RouteDefinition, method: string): SignInErrorCode[] {
  const { auth, body, signIn } = definition;
  if (signIn?.isPage) return [];
  const codes = new Set<SignInErrorCode>(["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE"]);
  codes.add(PROJECT_CODES[auth] ?? "INVALID_PUBLIC_KEY");
  if (auth === "public-key") codes.add("INVALID_ORIGIN").add("MISSING_OR_NULL_ORIGIN");
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
  // Callback addresses are checked also in a body without a schema.
  if (body || method !== "GET") codes.add("VALIDATION_ERROR");
  if (signIn?.session === "required") codes.add("UNAUTHORIZED");
  if (signIn?.limit) codes.add("TOO_MANY_REQUESTS").add("ORIGIN_DIRECT_REJECTED");
  if (signIn?.isLogin) codes.add("CROSS_SITE_NAVIGATION_LOGIN_BLOCKED");
  for (const code of signIn?.errors ?? []) codes.add(code);
  return [...codes];
}

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

/** Returns the error codes that schemas of a body's fields name in their metadata, by field. */
export function fieldErrorCodes(body: z.ZodType | undefined): Record<string, ErrorCode> {
  const shape = (body as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const codes = Object.entries(shape).map(([field, schema]) => [field, schema.meta()?.errorCode]);
  return Object.fromEntries(codes.filter(([, code]) => code !== undefined));
}
