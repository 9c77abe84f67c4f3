import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import type { BackupContext } from "@/lib/hosting/past-restores/context";
import type { WorkerHostCluster } from "./clusters";
import type { TestOrganisation } from "./context";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "./databases";
import { findViolations } from "./invariants";

interface OwnedService {
  service: HostingService;
  organisation: TestOrganisation;
  owner: BackupContext;
  violations(): ReturnType<typeof findViolations>;
}

interface OwnedDatabase extends OwnedService {
  databaseId: string;
  url: string;
  /** As the customer, past the service. */
  setUp(text: string): Promise<unknown>;
}

/** The hosting service with an organisation on it. The caller closes `service`. */
export async function openOwnedService(own?: WorkerHostCluster): Promise<OwnedService> {
  const service = await openHostingService(own);
  const organisation = await service.organisation();
  const owner = await service.context(organisation.member.owner);
  return {
    service,
    organisation,
    owner,
    violations: () => findViolations({ ...service, hostCluster: service.cluster }),
  };
}

/** Opens a service with an owner and one database, `main`, that is ready. */
export async function openOwnedDatabase(): Promise<OwnedDatabase> {
  const owned = await openOwnedService();
  const databaseId = await createReadyDatabase(owned.service, owned.owner.actor, "main");
  const { connectionString: url } = await revealConnectionString(owned.owner, { databaseId });
  return { ...owned, databaseId, url, setUp: (text) => asCustomer(url, (client) => client.query(text)) };
}
