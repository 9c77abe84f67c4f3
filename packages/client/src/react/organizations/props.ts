import type { PanelBaseProps } from "../sign-in-types";

/**
 * A part of the organization that `OrganizationProfile` shows.
 *
 * @example
 * const sections: OrganizationSection[] = ["members", "invitations"];
 */
export type OrganizationSection = "details" | "members" | "invitations" | "leave" | "delete";

/**
 * Props of `OrganizationProfile`.
 *
 * @example
 * const props: OrganizationProfileProps = { sections: ["details", "members"] };
 */
export interface OrganizationProfileProps extends PanelBaseProps {
  /** The organization's id, by default that of the active one. */
  organizationId?: string;
  /** The parts to show, of those that the user's role allows. By default all are shown. */
  sections?: readonly OrganizationSection[];
  /** Called after the user left or deleted the organization. */
  onLeft?: () => void;
}

/**
 * Props of `OrganizationSwitcher`.
 *
 * @example
 * const props: OrganizationSwitcherProps = { profileHref: "/organization" };
 */
export interface OrganizationSwitcherProps extends Omit<PanelBaseProps, "headingLevel"> {
  /** The page with `OrganizationProfile`. Without it the menu opens the profile in a dialog. */
  profileHref?: string;
  /** Whether users can work in no organization, by default `true`. */
  showPersonal?: boolean;
  /** Whether users can create organizations. By default they can where the project lets them. */
  showCreate?: boolean;
  /** Called after the user chose where to work: an organization's id, or `null` for none. */
  onSwitch?: (organizationId: string | null) => void;
}
