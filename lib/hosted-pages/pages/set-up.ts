import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { isProtocolOpen } from "@/lib/sign-in/sso/connections/choose-protocol";
import { toSsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { findSetUp } from "@/lib/sign-in/sso/set-up/current";
import { isSetUpLinkOpenable } from "@/lib/sign-in/sso/set-up/open";
import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { guidesFor } from "../set-up/guides";
import { setUpTrialPage } from "./set-up-trial";

const TITLE = "Set up single sign-on";

/**
 * The page on which a company's administrator sets a connection up. Opening its link changes nothing, since mail
 * scanners open links; the button exchanges the token for a cookie, so that no address holds it any more.
 */
export async function setUpPage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, search, asked } = request;
  if (asked.token !== undefined) return openingPage(request, asked.token);
  const found = await findSetUp(ctx);
  if (!found) return message(asked.done === undefined ? GONE : DONE);
  if (asked.trial !== undefined) return setUpTrialPage(request, found, asked.trial);
  const { name, protocol, saml, oidc, domains, serviceProvider } = toSsoConnection(ctx, found.connection);
  const guides = guidesFor(protocol, serviceProvider);
  const chosen = guides.find(({ id }) => id === asked.via) ?? guides[0];
  return {
    title: TITLE,
    isWide: true,
    view: {
      name: "set-up",
      props: {
        ...{ company: name, app: brandName(ctx), protocol },
        isProtocolOpen: isProtocolOpen(found.connection),
        guides: guides.map(({ id, name }) => ({
          ...{ id, name, href: search.to("sso-set-up", { via: id }), isChosen: id === chosen?.id },
        })),
        steps: chosen?.steps ?? [],
        addresses: chosen?.addresses ?? [],
        identityProvider: saml?.entityId ?? oidc?.issuer ?? null,
        domains: domains.map(({ domain, verifiedAt, record }) => ({
          ...{ domain, isVerified: verifiedAt !== null, name: record.name, value: record.value },
        })),
        tryHref: search.to("sso-set-up/try"),
        action: search.to("forms/sso-set-up", asked.via === undefined ? {} : { via: asked.via }),
        failure: (await readFormNotice(ctx, "sso-set-up"))?.message ?? null,
      },
    },
  };
}

const GONE =
  "This link has expired, was revoked, has been opened in another browser, or its set-up is done. Ask for a new one.";
const DONE =
  "Single sign-on is on. Your people sign in with their company account from now on. You can close this page.";

function message(text: string): HostedAnswer {
  return { title: TITLE, view: { name: "message", props: { title: TITLE, text } } };
}

async function openingPage({ ctx, search }: HostedRequest, token: string): Promise<HostedAnswer> {
  if (!(await isSetUpLinkOpenable(ctx, token))) return message(GONE);
  return {
    title: TITLE,
    query: { token },
    view: {
      name: "posted-form",
      props: {
        title: TITLE,
        text: `You set up single sign-on to ${brandName(ctx)} for your company. Only this browser can go on with it.`,
        action: search.to("forms/open-sso-set-up", { token }),
        hiddenFields: { token },
        failure: null,
        button: "Start",
      },
    },
  };
}
