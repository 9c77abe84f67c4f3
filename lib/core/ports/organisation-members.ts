import type { Context } from "../context";

interface Entering {
  organisationId: string;
  connectionId: string;
  userId: string;
  email: string;
}

/** The members of the dashboard's organisations, which `people` keeps and the sign-in asks for. */
export interface OrganisationMembers {
  isMember(tx: Context, entering: Pick<Entering, "organisationId" | "userId">): Promise<boolean>;
  /** Whether the user is a member of any organisation. */
  isMemberAnywhere(tx: Context, userId: string): Promise<boolean>;
  isInvited(tx: Context, entering: Pick<Entering, "organisationId" | "email">): Promise<boolean>;
  /** Makes the user a member, by their invitation or in the role of the connection. */
  join(tx: Context, entering: Entering): Promise<void>;
}
