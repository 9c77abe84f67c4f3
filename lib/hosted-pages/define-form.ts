import type { z } from "zod";
import type { NextPage } from "@/lib/hosted-pages/forms/next-page";
import { clearFormNotice, sendFormNotice } from "@/lib/hosted-pages/forms/notice";
import type { AuthContext } from "@/lib/sign-in/context";
import type { RouteHandler } from "../http/definition";
import { defineAuthRoute } from "../http/sign-in/define-sign-in-route";
import type { AuthRouteDefinition } from "../http/sign-in/enter";
import { pageAddress } from "../http/sign-in/form";

type FormDefinition<Input> = Pick<AuthRouteDefinition, "operationId" | "summary" | "description"> & {
  body: z.ZodType<Input>;
  /** The page that holds the form: a refusal leads back to it. */
  page: string;
  signIn: Pick<AuthRouteDefinition["signIn"], "session" | "limit" | "worksWhileSuspended">;
};

/**
 * A form of a hosted page, posted by a browser without JavaScript. It answers 303 (RFC 9110 section 15.4.4): to the next
 * page, or back to the form with the reason in a sealed cookie. It must come from one of the service's own pages.
 */
export function defineFormRoute<Ctx extends AuthContext, Input>(
  { page, signIn, ...definition }: FormDefinition<Input>,
  verb: (ctx: Ctx, input: Input, returnAddress: string) => Promise<NextPage>,
): RouteHandler {
  const full: AuthRouteDefinition = {
    ...definition,
    tag: "sign-in",
    auth: "project-path",
    reply: { 303: { contentType: null, description: "To the next page, or back to the form." } },
    signIn: { ...signIn, form: page },
  };
  return defineAuthRoute(full, async (ctx: Ctx, input: Input & { carried: Record<string, string> }): Promise<null> => {
    const { carried, ...fields } = input;
    const next = await verb(ctx, fields as Input, `${ctx.baseUrl}${pageAddress(ctx, "return", carried)}`);
    if (next.notice) await sendFormNotice(ctx, { form: next.page, ...next.notice });
    else clearFormNotice(ctx);
    ctx.reply.redirect = pageAddress(ctx, next.page, { ...carried, ...next.query });
    return null;
  });
}
