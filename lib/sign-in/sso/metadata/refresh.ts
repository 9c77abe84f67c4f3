import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { isSamlError } from "@/lib/core/ports/saml";
import type { SignInContext } from "../../context";
import { type ConnectionAddress, getConnection, lockConnection, WRITE_SSO } from "../connections/address";
import { requireActiveConnectionOwner } from "../connections/authorise";
import { checkedIdentityProvider } from "../connections/fields";
import { type ConnectionRow, type SsoConnection, toSsoConnection } from "../connections/resource";
import { fetchMetadata } from "../saml/fetch-metadata";

/**
 * Reads the metadata of a connection's address now. Metadata that isn't right changes nothing: the connection keeps the
 * metadata that it has, and tells the problem. Throws `sso_connection_not_found`, and `conflict` where no address is
 * set.
 */
export async function refreshSsoMetadata(ctx: SignInContext, address: ConnectionAddress): Promise<SsoConnection> {
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, WRITE_SSO);
  const before = await getConnection(ctx, address);
  if (before.metadataUrl === null) {
    throw new ServiceError("conflict", "The connection's metadata was entered, and has no address.");
  }
  return takeMetadata(ctx, organisationId, before);
}

/** Takes the metadata at the address of the connection, unless another address has been set meanwhile. */
async function takeMetadata(ctx: SignInContext, organisationId: string, before: ConnectionRow): Promise<SsoConnection> {
  const address = { projectId: before.projectId, connectionId: before.id, ofOrganisation: before.organisationId };
  const found = await readMetadata(ctx, before);
  return withTransaction(ctx, async (tx) => {
    const now = await lockConnection(tx, address);
    const { metadataUrl, metadataCertificate } = before;
    if (now.metadataUrl !== metadataUrl || now.metadataCertificate !== metadataCertificate) {
      return toSsoConnection(tx, now);
    }
    const { problem, columns } = found;
    const isChanged =
      columns !== null &&
      (SAME.some((name) => columns[name] !== now[name]) || columns.certificates.join() !== now.certificates.join());
    const data = {
      metadataCheckedAt: tx.clock.now(),
      metadataProblem: problem,
      ...(columns !== null && { metadataValidUntil: columns.metadataValidUntil }),
      ...(isChanged && { ...columns, updatedAt: tx.clock.now() }),
    };
    await tx.db.ssoConnection.updateMany({ where: { id: now.id, projectId: now.projectId }, data });
    if (isChanged) {
      const told = { projectId: now.projectId, name: now.name, certificates: columns.certificates.length };
      await recordAudit(tx, { organisationId, action: "sso_connection.refresh", targetId: now.id, data: told });
    }
    return toSsoConnection(tx, await getConnection(tx, address));
  });
}

const SAME = ["signInUrl", "signInBinding", "signOutUrl", "signOutBinding"] as const;

interface Found {
  columns: ReturnType<typeof checkedIdentityProvider> | null;
  problem: string | null;
}

/** Another identity provider at the same address is somebody else's: its people aren't those who are known. */
async function readMetadata(ctx: SignInContext, row: ConnectionRow): Promise<Found> {
  const { metadataUrl, metadataCertificate, entityId } = row;
  try {
    const columns = checkedIdentityProvider(
      await fetchMetadata(ctx, { metadataUrl: metadataUrl ?? "", metadataCertificate }),
    );
    if (columns.entityId === entityId) return { columns, problem: null };
    const other = columns.entityId.replace(/\p{Cc}/gu, "").slice(0, 200);
    return { columns: null, problem: `The metadata is of ${other} now, and must be of ${entityId}.` };
  } catch (error) {
    if (isSamlError(error)) return { columns: null, problem: error.detail };
    if (error instanceof ServiceError && error.code === "invalid_request") {
      return { columns: null, problem: error.message };
    }
    throw error;
  }
}
