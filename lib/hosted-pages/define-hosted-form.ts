import type { z } from "zod";
import type { RouteHandler, SignInRouteDefinition } from "@/lib/http/definition";
import { readBytes } from "@/lib/http/read-body";
import { makeHandler } from "@/lib/http/serve";
import { requireTrustedOrigin } from "@/lib/http/sign-in/origin";
import { MAX_BODY_BYTES, parseInput, readForm, typedEmailOf } from "@/lib/http/sign-in/read-input";
import { type SignInHandling, serveSignIn } from "@/lib/http/sign-in/serve-sign-in";
import type { UserContext } from "@/lib/sign-in/context";
import type { SignInErrorCode } from "@/lib/sign-in/errors";
import { requireTrustedAddresses } from "@/lib/sign-in/flow/callback-addresses";
import { SignInResult } from "@/lib/sign-in/result";
import { carriedBy, pageAddress } from "./carried";
import type { NextPage } from "./forms/next-page";
import { formNoticeCookie, withoutFormNotice } from "./forms/notice";
import { refuseForm } from "./forms/refuse";

type FormDefinition<Input> = Pick<SignInRouteDefinition, "operationId" | "summary" | "description"> & {
  body: z.ZodType<Input>;
  /** The page that holds the form: a refusal leads back to it. */
  page: string;
  /** Whether it may lead to another site, by a page that goes on: a redirect would need the page's policy to name it. */
  leaves?: boolean;
  signIn: Pick<SignInRouteDefinition["signIn"], "session" | "limit" | "refusedAs" | "worksWhileSuspended">;
};

type FormVerb<Ctx, Input> = (ctx: Ctx, input: Input, returnAddress: string) => Promise<NextPage>;

const NEXT_PAGE = { 303: { contentType: null, description: "To the next page, or back to the form." } } as const;
const OTHER_SITE = {
  200: { contentType: "text/html", description: "A page that goes on by itself to another site." },
} as const;

/** A form that no page of the service sent leads nowhere. */
const FOREIGN: ReadonlySet<SignInErrorCode> = new Set(["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"]);

/**
 * Makes the handler of a form that a hosted page posts without JavaScript. It answers 303 (RFC 9110 section 15.4.4): to
 * the next page, or back to the form with the reason in a sealed cookie.
 */
export function defineHostedForm<Ctx extends UserContext, Input>(
  { page, leaves = false, signIn, ...definition }: FormDefinition<Input>,
  verb: FormVerb<Ctx, Input>,
): RouteHandler {
  const full: SignInRouteDefinition = {
    ...definition,
    tag: "sign-in",
    auth: "project-path",
    reply: leaves ? { ...NEXT_PAGE, ...OTHER_SITE } : NEXT_PAGE,
    signIn: { ...signIn, form: page },
  };
  const handler = makeHandler((request, params) =>
    serveSignIn(
      full,
      request,
      params,
      handle(page, definition.body, request.url, verb as FormVerb<UserContext, Input>),
    ),
  );
  return Object.assign(handler, { definition: full });
}

function handle<Input>(
  page: string,
  schema: z.ZodType<Input>,
  url: string,
  verb: FormVerb<UserContext, Input>,
): SignInHandling {
  const carried = carriedBy(url);
  return {
    async readInput(ctx, request) {
      // Only a browser posts a form, and it names the page.
      requireTrustedOrigin(request.headers, { allowed: [ctx.baseUrl] });
      requireTrustedAddresses(carried, ctx.project, ctx.baseUrl);
      const fields = readForm(request, await readBytes(request, MAX_BODY_BYTES));
      if (ctx.attempt) ctx.attempt.email = typedEmailOf(fields);
      return parseInput(fields, schema, "body") as Record<string, unknown>;
    },
    async verb(ctx, input) {
      const next = await verb(ctx, input as Input, `${ctx.baseUrl}${pageAddress(ctx, "return", carried)}`);
      const notice = next.notice && (await formNoticeCookie(ctx, { form: next.page, ...next.notice }));
      const cookies = [...(next.cookies ?? []), ...(notice ? [notice] : withoutFormNotice(ctx))];
      if (next.continueTo !== undefined) return new SignInResult(null, { continueTo: next.continueTo, cookies });
      return new SignInResult(null, { redirect: pageAddress(ctx, next.page, { ...carried, ...next.query }), cookies });
    },
    async refuse(ctx, { email }, error) {
      return FOREIGN.has(error.code) ? null : refuseForm(ctx, { page, url, email }, error);
    },
  };
}
