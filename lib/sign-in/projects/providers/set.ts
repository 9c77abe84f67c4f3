import { importPKCS8 } from "jose";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { IdentityProviders } from "@/lib/core/ports/identity-providers";
import { getProjectInOrganisation, lockProjectForChange } from "../in-organisation";
import { readSettings } from "../stored-settings";
import { SetProviderInput } from "./fields";
import { clientSecretPlace, type Provider, toProvider } from "./resource";
import { requireWayIn } from "./ways-in";

const MAX_PROVIDERS = 50;
const DEFAULT_SCOPES = ["openid", "email", "profile"];

type SetProviderContext = Context & { signIn: { identityProviders: IdentityProviders } };

type Values = ReturnType<typeof SetProviderInput.parse>;

/**
 * Gives a project its own client at a provider, in place of an earlier one. The secret is never shown again. An issuer
 * that the project adds is first asked for its abilities. Throws `invalid_request`, `conflict`.
 */
export async function setProvider(ctx: SetProviderContext, given: SetProviderInput): Promise<Provider> {
  requireMemberPermission(ctx, given.organisationId, "projects:write");
  const input = readFields(given);
  const { organisationId, projectId, provider, clientId, clientSecret } = input;
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const issuer = input.issuer === undefined ? null : await inspect(ctx, input.issuer);
  if (provider === "apple" && clientSecret !== undefined) await requireApplePrivateKey(clientSecret);
  return withTransaction(ctx, async (tx) => {
    const project = await lockProjectForChange(tx, organisationId, projectId);
    const sealed = await secretFor(tx, input, issuer);
    if (issuer !== null) await requireSameIssuer(tx, input, issuer);
    const where = { projectId_provider: { projectId, provider } };
    const before = await tx.db.projectProvider.findUnique({ where, select: { isEnabled: true } });
    const isEnabled = input.isEnabled ?? before?.isEnabled ?? true;
    const updatedAt = tx.clock.now();
    const values = { clientId, clientSecret: sealed, isEnabled, updatedAt, ...columnsOf(input, issuer) };
    const row = await tx.db.projectProvider.upsert({
      where,
      create: { projectId, provider, ...values, createdAt: updatedAt },
      update: values,
    });
    if (!isEnabled && before?.isEnabled) await requireWayIn(tx, projectId, readSettings(project.settings));
    const data = { provider, clientId, isEnabled, ...(issuer !== null && { issuer }) };
    await recordAudit(tx, { organisationId, action: "project_provider.set", targetId: projectId, data });
    return toProvider(tx, row);
  });
}

/** A form shows one sentence, so the first problem is told, beginning with the name of its field. */
function readFields(given: SetProviderInput): Values {
  const parsed = SetProviderInput.safeParse(given);
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: "isn't right" }] = parsed.error.issues;
  const field = String(path[0] ?? "");
  throw refusal(field, `${LABELS[field] ?? "A field"} ${message}.`);
}

const LABELS: Readonly<Record<string, string>> = {
  provider: "The ID",
  name: "The name",
  clientId: "The client ID",
  clientSecret: "The client secret",
  issuer: "The issuer",
  scopes: "The scopes",
  teamId: "The team ID",
  keyId: "The key ID",
};

function columnsOf({ name, scopes, authentication, teamId, keyId }: Values, issuer: string | null) {
  const ofApple = { teamId: teamId ?? null, keyId: keyId ?? null };
  if (issuer === null) return { issuer, displayName: null, scopes: [], authentication: null, ...ofApple };
  const wanted = [...new Set(["openid", ...(scopes ?? DEFAULT_SCOPES)])];
  const displayName = name ?? null;
  return { issuer, displayName, scopes: wanted, authentication: authentication ?? null, teamId: null, keyId: null };
}

async function inspect(ctx: SetProviderContext, issuer: string): Promise<string> {
  const found = await ctx.signIn.identityProviders.inspectIssuer(issuer);
  if ("issuer" in found) return found.issuer;
  throw refusal("issuer", found.problem);
}

async function requireApplePrivateKey(pem: string): Promise<void> {
  await importPKCS8(pem, "ES256").catch(() => {
    throw refusal(
      "clientSecret",
      "The private key must be the whole .p8 file from Apple, with its first and last line.",
    );
  });
}

/** A stored secret stays with its issuer: anyone who could send it elsewhere would read it there. */
async function secretFor(tx: Context, input: Values, issuer: string | null): Promise<string> {
  const { projectId, provider, clientSecret } = input;
  if (clientSecret !== undefined) return tx.sealer.seal(clientSecret, clientSecretPlace(projectId, provider));
  const stored = await tx.db.projectProvider.findUnique({
    where: { projectId_provider: { projectId, provider } },
    select: { clientSecret: true, issuer: true },
  });
  if (!stored) throw refusal("clientSecret", "Enter the client secret.");
  if (stored.issuer === issuer) return stored.clientSecret;
  throw refusal("clientSecret", "Enter the client secret again: it was for another issuer.");
}

/** Under one ID, the accounts of one issuer are kept: the same subject is somebody else at another one. */
async function requireSameIssuer(tx: Context, { projectId, provider }: Values, issuer: string): Promise<void> {
  const others = { projectId, providerId: provider, OR: [{ issuer: null }, { issuer: { not: issuer } }] };
  if (await tx.db.account.findFirst({ where: others, select: { id: true } })) {
    throw refusal("provider", "Users have signed in with another issuer under this ID. Choose another ID.");
  }
  const where = { projectId, provider: { not: provider } };
  if ((await tx.db.projectProvider.count({ where })) >= MAX_PROVIDERS) {
    throw new ServiceError("conflict", `A project can have ${MAX_PROVIDERS} providers.`);
  }
}

function refusal(path: string, message: string): ServiceError {
  return new ServiceError("invalid_request", message, { details: [{ path, message }] });
}
