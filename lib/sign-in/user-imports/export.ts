import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { CREDENTIAL } from "../credentials/credential";
import { requireProject } from "../project-keys/authorise";
import { openTotpSecret } from "../two-factor/authenticator";
import { TRANSFER_USERS } from "./address";

/** Hashes and secrets of second factors are for owners alone. */
const EXPORT_SECRETS = { scope: "admin", permission: "users:secrets" } as const;
const PAGE = 500;

interface ExportUsersInput {
  projectId: string;
  /** Whether password hashes, passkeys and second factors are written too. */
  withSecrets: boolean;
  /** Resolves when the reader has room for more. */
  write: (text: string) => Promise<void>;
}

/**
 * Writes every user of a project as a line of JSON, oldest first, in the format that an import reads. Throws
 * `project_not_found`, `missing_permission`.
 */
export async function exportUsers(ctx: Context, { projectId, withSecrets, write }: ExportUsersInput): Promise<number> {
  const { organisationId } = await requireProject(ctx, projectId, TRANSFER_USERS);
  if (withSecrets) await requireProject(ctx, projectId, EXPORT_SECRETS);
  await recordAudit(ctx, { organisationId, action: "user.export", targetId: projectId, data: { withSecrets } });
  let users = 0;
  let after: { createdAt: Date; id: string } | null = null;
  for (;;) {
    const page: Row[] = await readPage(ctx, projectId, after);
    const last = page.at(-1);
    if (!last) return users;
    await write(page.map((row) => `${JSON.stringify(toLine(ctx, row, withSecrets))}\n`).join(""));
    users += page.length;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

type Row = Awaited<ReturnType<typeof readPage>>[number];

function readPage(ctx: Context, projectId: string, after: { createdAt: Date; id: string } | null) {
  return ctx.db.user.findMany({
    where: {
      projectId,
      ...(after && {
        OR: [{ createdAt: { gt: after.createdAt } }, { createdAt: after.createdAt, id: { gt: after.id } }],
      }),
    },
    include: {
      accounts: { omit: { passwordHash: false }, orderBy: [{ providerId: "asc" }, { accountId: "asc" }] },
      passkeys: { orderBy: { id: "asc" } },
      twoFactor: true,
      backupCodes: { select: { codeHash: true } },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: PAGE,
  });
}

/** Fields that are as a new user has them are left out. */
function toLine(ctx: Context, row: Row, withSecrets: boolean) {
  const credential = row.accounts.find(({ providerId }) => providerId === CREDENTIAL);
  const accounts = row.accounts.filter(({ providerId }) => providerId !== CREDENTIAL);
  return {
    id: row.id,
    externalId: row.externalId ?? undefined,
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.name,
    image: row.image ?? undefined,
    createdAt: row.createdAt.toISOString(),
    lastSignInAt: row.lastSignInAt?.toISOString(),
    bannedAt: row.bannedAt?.toISOString(),
    bannedUntil: row.bannedUntil?.toISOString(),
    isTestUser: row.isTestUser || undefined,
    publicMetadata: unlessEmpty(row.publicMetadata),
    privateMetadata: unlessEmpty(row.privateMetadata),
    mustResetPassword: credential?.mustResetPassword || undefined,
    accounts: orNothing(
      accounts.map(({ providerId, accountId, issuer, email, createdAt }) => ({
        ...{ providerId, providerAccountId: accountId, issuer: issuer ?? undefined, email: email ?? undefined },
        createdAt: createdAt.toISOString(),
      })),
    ),
    ...(withSecrets && {
      passwordHash: credential?.passwordHash ?? undefined,
      passwordSetAt: credential?.passwordSetAt?.toISOString(),
      passkeys: orNothing(row.passkeys.map(toPasskeyLine)),
      twoFactor: toTwoFactorLine(ctx, row),
    }),
  };
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const unlessEmpty = (metadata: unknown) =>
  metadata !== null && typeof metadata === "object" && Object.keys(metadata).length > 0 ? metadata : undefined;
const orNothing = <Item>(list: Item[]) => (list.length > 0 ? list : undefined);

function toPasskeyLine(passkey: Row["passkeys"][number]) {
  const { credentialId, publicKey, counter, deviceType, isBackedUp, transports, aaguid, rpId, name, createdAt } =
    passkey;
  const kept = { credentialId, deviceType, isBackedUp, transports, aaguid, rpId, name: name ?? undefined };
  return { ...kept, publicKey: base64url(publicKey), counter: Number(counter), createdAt: createdAt.toISOString() };
}

function toTwoFactorLine(ctx: Context, { id, twoFactor, backupCodes }: Row) {
  if (!twoFactor?.enabledAt) return undefined;
  const secret = openTotpSecret(ctx, id, twoFactor.secret);
  const hashes = backupCodes.map(({ codeHash }) => base64url(codeHash));
  return { secret, enabledAt: twoFactor.enabledAt.toISOString(), backupCodeHashes: orNothing(hashes) };
}
