import type { Refusals } from "@/lib/http/serve";
import { toServiceError } from "@/lib/http/to-service-error";
import { SignInError } from "@/lib/sign-in/errors";
import { sendPlainPage } from "./looks/respond";
import { localeOf } from "./words/choice-of-language";

/** The refusals of hosted pages, as pages. An unknown project is no failure of the service. */
export const htmlRefusals: Refusals = {
  isOwnFailure: (error) => !isUnknownProject(error),
  codeFor: (error) => (error instanceof SignInError ? error.code : toServiceError(error).code),
  respond(error, { request, ctx: { requestId } }) {
    const page = { requestId, locale: localeOf(request) };
    if (isUnknownProject(error)) return sendPlainPage(page, 404, "notFound");
    return sendPlainPage(page, toServiceError(error).code === "service_unavailable" ? 503 : 500, "error");
  },
};

function isUnknownProject(error: unknown): boolean {
  return error instanceof SignInError && error.code === "PROJECT_NOT_FOUND";
}
