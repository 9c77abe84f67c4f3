import type { ReactNode } from "react";
import type { Outcome } from "@/lib/web/resource";

interface Named {
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

export interface FrameProps {
  serviceName: string;
  email: string;
  /** The name of the account; empty where none was given. */
  name: string;
  /** The version of the service. */
  version: string;
  organisations: readonly Named[];
  /** The organisation of the page; `null` on pages of the account. */
  organisation: FrameOrganisation | null;
  database?: FrameDatabase | null;
  project?: FrameProject | null;
  /** Whether the account may administer the service, which its menu and the palette lead to. */
  isOperator: boolean;
  /** Whether the page is one of those. */
  isAdministration?: boolean;
  /** The number of invitations that wait for an answer. */
  invitations: number;
  /** Whether the sidebar shows icons alone, and the cookie that remembers it as `folded`. */
  sidebar: { cookie: string; isFolded: boolean };
  signOut: () => Promise<Outcome>;
  /** The actions in the header for the place of the page. */
  actions?: ReactNode;
  children: ReactNode;
}

export type AccountMenuProps = Pick<FrameProps, "email" | "name" | "isOperator" | "signOut">;

/** The overlays that the frame can open over the page. */
export type FrameOverlay = "palette" | "shortcuts";

export interface HelpMenuProps extends Pick<FrameProps, "serviceName" | "version"> {
  show: (overlay: FrameOverlay) => void;
}

export interface OrganisationMenuProps extends Pick<FrameProps, "organisations" | "invitations"> {
  current: Named | null;
}

export interface ProjectMenuProps {
  organisationId: string;
  current: FrameProject;
}

export interface DatabaseMenuProps {
  organisationId: string;
  current: FrameDatabase;
}
