import type { ReactNode } from "react";
import type { Outcome } from "@/lib/web/resource";

interface NamedOrganisation {
  id: string;
  name: string;
}

/** The organisation of the page, and what the member may see of it. */
export interface FrameOrganisation extends NamedOrganisation {
  canReadAudit: boolean;
  canWriteKeys: boolean;
}

export interface FrameProps {
  serviceName: string;
  email: string;
  organisations: readonly NamedOrganisation[];
  /** `null` on pages of the account itself. */
  organisation: FrameOrganisation | null;
  /** How many invitations wait for an answer. */
  invitations: number;
  signOut: () => Promise<Outcome>;
  children: ReactNode;
}

export type AccountMenuProps = Pick<FrameProps, "email" | "signOut">;

export interface OrganisationMenuProps extends Pick<FrameProps, "organisations" | "invitations"> {
  current: NamedOrganisation | null;
}
