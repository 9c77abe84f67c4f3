import { expect } from "vitest";
import { z } from "zod";
import { routes } from "@/app/route-table";
import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import type { IdKind } from "@/lib/core/ids";
import {
  errorCodes,
  type RouteDefinition,
  type RouteHandler,
  signInErrorCodes,
  signInErrorStatus,
} from "@/lib/http/definition";
import type { SignInErrorCode } from "@/lib/sign-in/errors";

export interface ListedRoute {
  method: string;
  /** With `:name` for a path segment. */
  pattern: string;
  definition: RouteDefinition;
}

/** Every method of every route file that promises something: the dashboard's own handlers do not. */
export const allRoutes: readonly ListedRoute[] = routes.flatMap(({ pattern, methods, module }) =>
  methods.flatMap((method) => {
    const { definition } = module[method] as Partial<RouteHandler>;
    return definition ? [{ method, pattern, definition }] : [];
  }),
);

/** The routes that answer in the envelope, and the routes of the sign-in wire. */
export const listedRoutes = allRoutes.filter(({ definition }) => !definition.signIn);
export const signInRoutes = allRoutes.filter(({ definition }) => definition.signIn);

/** A path of a pattern, with the value for each name in it; a rest of the path counts as one. */
export function fillPattern(pattern: string, segmentFor: (name: string) => string): string {
  return pattern.replace(/:(\w+)(?:\{\.\+\})?/g, (_, name: string) => segmentFor(name));
}

/** A value that fits a definition's schema of a path's segment. */
export function fittingSegment(shape: unknown, newId: (kind: IdKind) => string): string {
  if (typeof shape === "string") return newId(shape as IdKind);
  return shape instanceof RegExp && !shape.test("x") ? "some-name" : "x";
}

function namesIn({ pattern }: ListedRoute): number {
  return pattern.split("/:").length;
}

/** The route that a request reaches, `undefined` where there is none. */
export function routeOf(method: string, path: string): ListedRoute | undefined {
  const [pathname = ""] = path.split("?", 1);
  const asked = pathname.split("/");
  const fitting = allRoutes.filter((route) => {
    const pattern = route.pattern.split("/");
    const fits = pattern.every((segment, i) => (segment.startsWith(":") ? Boolean(asked[i]) : segment === asked[i]));
    return fits && (route.pattern.endsWith("{.+}") || pattern.length === asked.length);
  });
  // A segment that is there as it stands goes before a name in its place.
  const fewest = Math.min(...fitting.map(namesIn));
  const reached = fitting.filter((route) => namesIn(route) === fewest);
  return reached.find((route) => route.method === (method === "HEAD" ? "GET" : method));
}

/** Holds an answer against the promise of its route's definition: a declared error, or exactly the declared shape. */
export function expectPromised(route: ListedRoute, answer: { status: number; json: unknown; text: string }): void {
  const { definition } = route;
  if (definition.signIn) {
    expectSignInPromised(route, answer);
    return;
  }
  const shape = definition.reply[answer.status];
  if (shape instanceof z.ZodType) {
    // Parsing drops fields that the shape does not name.
    if (answer.text !== "") expect(answer.json).toEqual(shape.parse(answer.json));
    return;
  }
  if (shape) return;
  const codes = errorCodes(definition, route.method);
  const code = (answer.json as { error?: { code?: ErrorCode } } | undefined)?.error?.code;
  const message = `${route.method} ${route.pattern} answered ${answer.status}`;
  // A HEAD has no body to name its code in.
  if (answer.text === "") expect(statusesOf(codes), message).toContain(answer.status);
  else expect(codes, message).toContain(code);
}

/** Holds an answer of the sign-in wire against its definition; its failures are `{ code, message }`. */
export function expectSignInPromised(
  route: ListedRoute,
  answer: { status: number; json: unknown; text: string },
): void {
  const shape = route.definition.reply[answer.status];
  if (shape instanceof z.ZodType) {
    if (answer.text !== "") expect(answer.json).toEqual(shape.parse(answer.json));
    return;
  }
  if (shape) return;
  const codes = signInErrorCodes(route.definition, route.method);
  const code = (answer.json as { code?: SignInErrorCode } | undefined)?.code;
  const message = `${route.method} ${route.pattern} answered ${answer.status}`;
  if (answer.text === "")
    expect(
      codes.map((each) => signInErrorStatus(route.definition, each)),
      message,
    ).toContain(answer.status);
  else expect(codes, message).toContain(code);
}

const statusesOf = (codes: ErrorCode[]) => codes.map((code) => ERRORS[code].status);
