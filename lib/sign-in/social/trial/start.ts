import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import { ServiceError } from "@/lib/core/errors";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import { PROVIDER_KINDS } from "@/lib/core/provider-endpoints";
import { getProjectInOrganisation, projectSuspended } from "@/lib/sign-in/projects/in-organisation";
import { isKnownProvider } from "@/lib/sign-in/projects/providers/resource";
import type { BrowserCookie } from "../../browser-cookie";
import type { SignInContext } from "../../context";
import { startFlow } from "../../flow/flow";
import { findAnyProviderClient, type ProjectClient } from "../provider-client";
import { FLOW_SECONDS, makeSecrets } from "../start";
import { hashState } from "../state";
import { adviceOn } from "./advice";
import { keepReport, type TrialPlace } from "./report";
import type { ProviderTrial } from "./resource";

interface StartTrialInput extends TrialPlace {
  provider: string;
}

interface StartedTrial {
  /** The provider, or the report of a trial that has ended already. */
  redirect: string;
  cookie: BrowserCookie | null;
}

/**
 * Starts a sign-in by a provider, in use or not, that signs nobody in: it ends with a report to the member. Throws
 * `project_suspended`, `not_found`.
 */
export async function startTrial(ctx: SignInContext, input: StartTrialInput): Promise<StartedTrial> {
  const { organisationId, projectId, provider, sessionId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  const project = await getProjectInOrganisation(ctx, organisationId, projectId);
  if (project.status !== "active") throw projectSuspended();
  const found = await findAnyProviderClient(ctx, { projectId, provider });
  if (!found) throw new ServiceError("not_found", "Provider not found.");
  await recordAudit(ctx, { organisationId, action: "project_provider.try", targetId: projectId, data: { provider } });
  const secrets = makeSecrets(ctx);
  const request = { ...secrets, loginHint: undefined };
  try {
    const url = await ctx.signIn.identityProviders.authorizationUrl(provider, found.client, request);
    const { origin, pathname, searchParams } = new URL(url);
    const asked = { endpoint: origin + pathname, scopes: searchParams.get("scope") ?? "" };
    const data = { provider, stateHash: hashState(secrets.state), organisationId, sessionId, ...asked };
    const start = { kind: "provider-trial", data, secrets, lifetimeSeconds: FLOW_SECONDS } as const;
    const { cookie } = await startFlow({ ...ctx, project }, start);
    return { redirect: url, cookie };
  } catch (error) {
    if (!isSocialFailure(error)) throw error;
    const report = emptyReport(found);
    const { code, detail } = error;
    const failure = { step: "redirect", code, detail, advice: adviceOn(error, report) } as const;
    return { redirect: await keepReport(ctx, input, { ...report, failure }), cookie: null };
  }
}

export function emptyReport({ provider, name, client }: ProjectClient): ProviderTrial {
  const isOidc = !isKnownProvider(provider) || PROVIDER_KINDS[provider] === "oidc";
  return {
    ...{ provider, name, callbackUrl: client.redirectUri, issuer: client.custom?.issuer ?? null, isOidc },
    steps: ["redirect", "response", "code", ...(isOidc ? (["id-token"] as const) : []), "profile", "user"],
    ...{ endpoint: null, requestedScopes: [], grantedScopes: [] },
    ...{ passed: [], failure: null, token: null, claims: [], profile: null, outcome: null },
  };
}
