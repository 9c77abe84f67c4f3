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
}

/** The database of the page; `parent` is what it is a branch of. */
export interface FrameDatabase extends Named {
  parent: Named | null;
}

export interface FrameProps {
  serviceName: string;
  email: string;
  organisations: readonly Named[];
  /** The organisation of the page; `null` on pages of the account. */
  organisation: FrameOrganisation | null;
  database?: FrameDatabase | null;
  /** The number of invitations that wait for an answer. */
  invitations: number;
  /** Whether the sidebar shows icons alone, and the cookie that remembers it as `folded`. */
  sidebar: { cookie: string; isFolded: boolean };
  signOut: () => Promise<Outcome>;
  /** What the header offers for the database of the page. */
  actions?: ReactNode;
  children: ReactNode;
}

export type AccountMenuProps = Pick<FrameProps, "email" | "signOut">;

export interface OrganisationMenuProps extends Pick<FrameProps, "organisations" | "invitations"> {
  current: Named | null;
}

export interface DatabaseMenuProps {
  organisationId: string;
  current: FrameDatabase;
}
