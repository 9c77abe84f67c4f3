import { z } from "zod";
import { AUTH_ERRORS, type AuthErrorCode } from "@/lib/sign-in/auth-errors";
import { authErrorCodes, authErrorStatus, type RouteDefinition } from "../definition";
import type { Json } from "./describe-api";

export const SignInErrorBody = z
  .object({ code: z.enum(Object.keys(AUTH_ERRORS) as [AuthErrorCode, ...AuthErrorCode[]]), message: z.string() })
  .meta({ id: "SignInError" });

/** One response per status, with an example for each code that it can carry. */
export function describeAuthFailures(definition: RouteDefinition, method: string): Json {
  const byStatus = Map.groupBy(authErrorCodes(definition, method), (code) => authErrorStatus(definition, code));
  const toResponse = (codes: AuthErrorCode[]): Json => ({
    description: codes.map((code) => `\`${code}\`: ${AUTH_ERRORS[code].message}`).join("\n\n"),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/SignInError" },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { code, message: AUTH_ERRORS[code].message } }]),
        ),
      },
    },
  });
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), toResponse(codes)]));
}

export function describeSignInParameters({ auth, signIn }: RouteDefinition): Json[] {
  const names = [...(auth === "project-path" ? ["projectId"] : []), ...(signIn?.params ?? [])];
  const inPath = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const inQuery = Object.entries(signIn?.query?.shape ?? {}).map(([name, schema]) => {
    const { description, example } = (schema as z.ZodType).meta() ?? {};
    return {
      name,
      in: "query",
      required: !(schema as z.ZodType).safeParse(undefined).success,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { example }),
      schema: { type: "string" },
    };
  });
  return [...inPath, ...inQuery];
}
