import type { ReactNode } from "react";
import type { Outcome } from "@/lib/web/resource";

interface NamedOrganisation {
  id: string;
  name: string;
}

/** The organisation of the page, with the permissions that its navigation depends on. */
export interface FrameOrganisation extends NamedOrganisation {
  canReadAudit: boolean;
  canWriteKeys: boolean;
}

export interface FrameProps {
  serviceName: string;
  email: string;
  organisations: readonly NamedOrganisation[];
  /** The organisation of the page; `null` on pages of the account. */
  organisation: FrameOrganisation | null;
  /** The number of invitations that wait for an answer. */
  invitations: number;
  signOut: () => Promise<Outcome>;
  children: ReactNode;
}

export type AccountMenuProps = Pick<FrameProps, "email" | "signOut">;

export interface OrganisationMenuProps extends Pick<FrameProps, "organisations" | "invitations"> {
  current: NamedOrganisation | null;
}
