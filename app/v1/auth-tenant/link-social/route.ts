import { defineSignInRoute } from "@/lib/http/sign-in/define-sign-in-route";
import { SocialLinked, startSocialLink } from "@/lib/sign-in/social/start-link";
import { StartSocialInput } from "@/lib/sign-in/social/start-sign-in";

export const POST = defineSignInRoute(
  {
    operationId: "linkSocial",
    summary: "Link an account at a provider",
    description:
      "As `/sign-in/social`, for the user who is signed in. Asks for a fresh session. The address at the provider may be another one; an account that another user has is refused with `error=account_already_linked_to_different_user`. An `idToken` links at once.",
    tag: "sign-in",
    auth: "public-key",
    body: StartSocialInput,
    reply: { 200: SocialLinked },
    signIn: {
      refusedAs: { kind: "account.link" },
      session: "required",
      limit: "signInPerAddress",
      errors: [
        "PROVIDER_NOT_FOUND",
        "ID_TOKEN_NOT_SUPPORTED",
        "INVALID_TOKEN",
        "FAILED_TO_GET_USER_INFO",
        "SOCIAL_ACCOUNT_ALREADY_LINKED",
        "SESSION_NOT_FRESH",
      ],
      statuses: { INVALID_TOKEN: 401 },
    },
  },
  startSocialLink,
);
