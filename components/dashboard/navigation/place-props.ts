import type { Outcome } from "@/lib/web/resource";

export interface Named {
  id: string;
  name: string;
}

/** The organisation of the page, with the permissions that its navigation depends on. */
export interface FrameOrganisation extends Named {
  canReadAudit: boolean;
  canWriteKeys: boolean;
  canWriteDatabases: boolean;
  canWriteData: boolean;
  canInvite: boolean;
  canWriteProjects: boolean;
  canWriteUsers: boolean;
  canWriteProjectKeys: boolean;
  canWriteStorage: boolean;
  canWriteFunctions: boolean;
}

/** The database of the page; `parent` is the database that it is a branch of. */
export interface FrameDatabase extends Named {
  parent: Named | null;
}

/** The project of the page. */
export type FrameProject = Named;

/** The place of a page, which decides the pages and commands that are offered there. */
export interface PlaceProps {
  organisations: readonly Named[];
  /** The organisation of the page; `null` on pages of the account. */
  organisation: FrameOrganisation | null;
  database?: FrameDatabase | null;
  project?: FrameProject | null;
  /** Whether the account may administer the service, which its menu and the palette lead to. */
  isOperator: boolean;
  /** Whether the page is one of those. */
  isAdministration?: boolean;
  signOut: () => Promise<Outcome>;
}
