import type { ReactNode } from "react";
import type { FrameDatabase, FrameProject, Named, PlaceProps } from "../navigation/place-props";

export interface FrameProps extends PlaceProps {
  serviceName: string;
  email: string;
  /** The name of the account; empty where none was given. */
  name: string;
  /** The version of the service. */
  version: string;
  /** The number of invitations that wait for an answer. */
  invitations: number;
  /** Whether the sidebar shows icons alone, and the cookie that remembers it as `folded`. */
  sidebar: { cookie: string; isFolded: boolean };
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
