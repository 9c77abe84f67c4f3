import { Moment } from "@/components/ui/moment";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import { FactsSection } from "../../overview/facts-section";

interface Props {
  user: OwnedUserDetails;
  /** Why the user is banned; `null` where no one said. */
  banReason: string | null;
}

/** The facts about a user as a whole. */
export function UserFacts({ user, banReason }: Props) {
  const { bannedAt, bannedUntil, lastSignInAt } = user;
  return (
    <FactsSection
      id={user.id}
      facts={{
        Email: user.email,
        Verified: user.emailVerified ? "Yes" : "No",
        Name: user.name || "None",
        "Last sign-in": lastSignInAt === null ? "Never" : <Moment at={lastSignInAt} />,
        Created: <Moment at={user.createdAt} />,
        Changed: <Moment at={user.updatedAt} />,
        Banned: bannedAt && <Moment at={bannedAt} />,
        "Ban ends": bannedUntil && <Moment at={bannedUntil} />,
        Reason: banReason,
      }}
    />
  );
}
