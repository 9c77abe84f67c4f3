import { z } from "zod";
import type { UserContext } from "@/lib/sign-in/context";
import { CARRIED } from "@/lib/sign-in/flow/onward";

/** The query of a hosted page. */
export const HostedQuery = z.object({
  redirect_to: z.string().optional().meta({
    description: "Where the sign-in leads in the end: an address of the project's.",
    example: "https://app.example.com/callback",
  }),
  code_challenge: z.string().optional().meta({
    description: "Asks for a code for the app's server: BASE64URL(SHA-256(verifier)), RFC 7636.",
    example: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  }),
  state: z.string().optional().meta({ description: "Given back with the code.", example: "af0ifjsldkj" }),
  ui_locales: z.string().optional().meta({
    description: "Languages by preference, with spaces between (OpenID Connect Core, section 3.1.2.1).",
    example: "de fr",
  }),
});

/** Returns the address of a page of the project, with the parameters that the form carried. */
export function pageAddress(ctx: UserContext, page: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `/auth/${ctx.project.id}/${page}${search === "" ? "" : `?${search}`}`;
}

/** Returns the parameters that the address of a form carries along. */
export function carriedBy(url: string): Record<string, string> {
  return pick(url, CARRIED);
}

/** Returns those of a URL's parameters that have one of these names. */
export function pick(url: string, names: readonly string[]): Record<string, string> {
  const given = new URL(url).searchParams;
  return Object.fromEntries(names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])));
}
