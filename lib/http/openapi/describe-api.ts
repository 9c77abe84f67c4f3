import { z } from "zod";
import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import { idPrefix } from "@/lib/core/ids";
import { SERVICE } from "@/lib/core/service";
import { errorCodes, type RouteDefinition, type RouteHandler, takesIdempotencyKey } from "../definition";
import type { MountedRoute } from "../lanes/node-listener";
import { describeSignInFailures, describeSignInParameters, SignInErrorBody } from "./describe-sign-in";
import type { Json } from "./json";
import { SECURITY_SCHEMES } from "./security-schemes";
import { exampleOf, toSchema } from "./to-schema";

const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      retryable: z.boolean(),
      requestId: z.string(),
      docsUrl: z.url(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: "Error" });

const TAGS: Record<RouteDefinition["tag"], string> = {
  databases: "Create, list, inspect and delete databases.",
  branches: "Copy a database, with its data, into a database of its own.",
  credentials: "Read a database's connection string, and replace its password.",
  "sign-in": "Sign in the users of a project, and let them manage their accounts.",
  users: "List, create, change and delete the users of a project, from the app's servers.",
  storage:
    "Buckets of a project and their objects, from the app's servers and, where a bucket's policy allows it, its users.",
  administration: "Report abuse; and for the operator: decide about reports, suspend projects, watch the service.",
  drafts: "Schemas and functions that a language model drafts; nothing of them is run.",
  usage: "The use that a project makes of its plan.",
  realtime:
    "Which tables of a project's database tell their changes, and to whom; messages to topics from the app's servers, and the traffic there.",
  functions: "Programs of a project that answer requests: deploy them, call them, and read their logs.",
  billing: "Events from the provider of subscriptions.",
  service: "The service itself: its state, its metrics and this document.",
};

/**
 * Returns whether a route belongs to the API reference. Hosted pages, their forms and addresses that only redirect are
 * opened by browsers and not called by programs.
 */
export function isDescribed(pattern: string, { reply }: RouteDefinition): boolean {
  return !pattern.startsWith("/auth/") && Object.keys(reply).some((status) => status.startsWith("2"));
}

/** Returns the OpenAPI 3.1 document of the API's routes, made from the definitions that drive the routes themselves. */
export function describeApi(routes: readonly MountedRoute[], baseUrl: string): Json {
  const schemas: Record<string, Json> = { Error: toSchema(ErrorBody), SignInError: toSchema(SignInErrorBody) };
  const paths: Record<string, Json> = {};
  for (const { pattern, methods, module } of routes) {
    const path = pattern.replace(/:(\w+)(\{\.\+\})?/g, "{$1}");
    const operations: Json = {};
    for (const method of methods) {
      // Only the dashboard calls its own handlers, so they have no definition.
      const { definition } = module[method] as Partial<RouteHandler>;
      if (!definition || !isDescribed(pattern, definition)) continue;
      operations[method.toLowerCase()] = describeOperation(definition, method, schemas, baseUrl);
    }
    if (Object.keys(operations).length > 0) paths[path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${SERVICE.name} API`,
      version: "1",
      license: { name: "All rights reserved", identifier: "LicenseRef-UNLICENSED" },
      description:
        "PostgreSQL databases that server programs create, branch, rotate and delete; and the sign-in of a project's users.",
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function describeOperation(
  definition: RouteDefinition,
  method: string,
  schemas: Record<string, Json>,
  baseUrl: string,
) {
  const operation: Json = {
    operationId: definition.operationId,
    summary: definition.summary,
    tags: [definition.tag],
    security: securityOf(definition),
    responses: { ...successes(definition, schemas), ...failures(definition, method, baseUrl) },
  };
  if (definition.description) operation.description = definition.description;
  if (definition.permission) operation["x-permission"] = definition.permission;
  if (definition.serverKeyScope) operation["x-scope"] = definition.serverKeyScope;
  const parameters = describeParameters(definition, method);
  if (parameters.length > 0) operation.parameters = parameters;
  if (definition.body) {
    const type = definition.signIn?.form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const required = !definition.body.safeParse(undefined).success;
    operation.requestBody = { required, content: { [type]: content(definition.body, schemas) } };
  }
  if (definition.rawBody) {
    const { contentType, description } = definition.rawBody;
    operation.requestBody = { required: true, description, content: { [contentType]: {} } };
  }
  return operation;
}

/** Returns the credentials that a request must carry, all of one of the choices; nothing where anybody may ask. */
function securityOf({ auth, signIn, takesUsers, toldOfMetricsToken }: RouteDefinition): Record<string, []>[] {
  if (toldOfMetricsToken) return [{}, { "metrics-token": [] }];
  if (auth === "none") return [];
  if (takesUsers) return [{ [auth]: [] }, { "user-token": [] }, { "public-key": [] }];
  if (!signIn) return [{ [auth]: [] }];
  const schemes = auth === "project-path" ? [] : ["project-header"];
  if (auth === "public-key") schemes.push("public-key");
  if (signIn.session === "required") schemes.push("session");
  if (schemes.length === 0) return [];
  const choices = [schemes];
  if (auth === "public-key") choices.push(schemes.map((scheme) => WITHOUT_COOKIES[scheme] ?? scheme));
  return choices.map((choice) => Object.fromEntries(choice.map((scheme) => [scheme, []])));
}

const WITHOUT_COOKIES: Readonly<Record<string, string>> = {
  "public-key": "public-key-header",
  session: "session-token",
};

function describeParameters(definition: RouteDefinition, method: string): Json[] {
  const parameters: Json[] = Object.entries(definition.params ?? {}).map(([name, shape]) => ({
    name,
    in: "path",
    required: true,
    ...(shape instanceof RegExp
      ? { schema: { type: "string", pattern: shape.source } }
      : {
          schema: { type: "string", pattern: `^${idPrefix(shape)}[0-9a-z]{20}$` },
          example: `${idPrefix(shape)}4k9x2m7q1w8e5r3t6y0u`,
        }),
  }));
  if (definition.tail) {
    const { name } = definition.tail;
    parameters.push({
      name,
      in: "path",
      required: true,
      description: "Slashes are part of it.",
      schema: { type: "string" },
    });
  }
  parameters.push(...describeQuery(definition), ...describeSignInParameters(definition));
  if (takesIdempotencyKey(definition, method)) {
    parameters.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "A repeat within 24 hours gets the answer of the first request.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    });
  }
  return parameters;
}

function describeQuery({ query }: RouteDefinition): Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, shape]) => {
    const { description, example, ...schema } = toSchema(shape as z.ZodType);
    return {
      name,
      in: "query",
      required: false,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema,
    };
  });
}

function successes(definition: RouteDefinition, schemas: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(definition.reply).map(([status, shape]) => {
      if (!(shape instanceof z.ZodType)) {
        const content = shape.contentType === null ? {} : { content: { [shape.contentType]: {} } };
        return [status, { description: shape.description, ...content }];
      }
      const description = shape.meta()?.id ?? "The result";
      return [status, { description, content: { "application/json": content(shape, schemas) } }];
    }),
  );
}

/** Returns one response per status, with an example for each code that it can carry. */
function failures(definition: RouteDefinition, method: string, baseUrl: string): Json {
  if (definition.signIn) return describeSignInFailures(definition, method);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(definition, method)) {
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join("\n\n"),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code, baseUrl) }])),
          },
        },
      },
    ]),
  );
}

function errorExample(code: ErrorCode, baseUrl: string): Json {
  return {
    error: {
      code,
      message: ERRORS[code].meaning,
      retryable: ERRORS[code].retryable,
      requestId: "req_4k9x2m7q1w8e5r3t6y0u",
      docsUrl: `${baseUrl}/docs/errors#${code}`,
    },
  };
}

function content(schema: z.ZodType, schemas: Record<string, Json>): Json {
  const id = schema.meta()?.id;
  const described = toSchema(schema);
  if (!id) return { schema: described, example: exampleOf(described) };
  schemas[id] = described;
  return { schema: { $ref: `#/components/schemas/${id}` }, example: exampleOf(described) };
}
