import { z } from "zod";
import { SIGN_IN_ERRORS, type SignInErrorCode } from "@/lib/sign-in/errors";
import { type RouteDefinition, signInErrorCodes, signInErrorStatus } from "../definition";
import { oauthError } from "../sign-in/error-response";
import type { Json } from "./json";

export const SignInErrorBody = z
  .object({
    code: z.enum(Object.keys(SIGN_IN_ERRORS) as [SignInErrorCode, ...SignInErrorCode[]]),
    message: z.string(),
    error: z.string().optional().meta({ description: "On the routes of devices: the code as RFC 8628 names it." }),
    error_description: z.string().optional(),
    hint: z.string().optional().meta({ description: "In development: the mistake in the set-up, and its remedy." }),
  })
  .meta({ id: "SignInError" });

export function describeSignInFailures(definition: RouteDefinition, method: string): Json {
  const byStatus = Map.groupBy(signInErrorCodes(definition, method), (code) => signInErrorStatus(definition, code));
  const toResponse = (codes: SignInErrorCode[]): Json => ({
    description: codes.map((code) => `\`${code}\`: ${SIGN_IN_ERRORS[code].message}`).join("\n\n"),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/SignInError" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(definition, code) }])),
      },
    },
  });
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), toResponse(codes)]));
}

function exampleOf({ signIn }: RouteDefinition, code: SignInErrorCode): Json {
  const shown = { code, message: SIGN_IN_ERRORS[code].message };
  return signIn?.isOAuth ? { ...shown, ...oauthError(shown) } : shown;
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
