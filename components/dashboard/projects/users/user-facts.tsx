import type { ReactNode } from "react";
import { Moment } from "@/components/ui/moment";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import { CopyId } from "../../overview/copy-id";
import classes from "../../overview/overview.module.css";

interface Props {
  user: OwnedUserDetails;
  /** Why the user is banned; `null` where no one said. */
  banReason: string | null;
}

/** The facts about a user as a whole. */
export function UserFacts({ user, banReason }: Props) {
  const facts: [string, ReactNode][] = [
    [
      "ID",
      <span key="id" className={classes.id}>
        <code>{user.id}</code>
        <CopyId text={user.id} />
      </span>,
    ],
    ["Email", user.email],
    ["Verified", user.emailVerified ? "Yes" : "No"],
    ["Name", user.name || "None"],
    ["Last sign-in", user.lastSignInAt === null ? "Never" : <Moment key="seen" at={user.lastSignInAt} />],
    ["Created", <Moment key="created" at={user.createdAt} />],
    ["Changed", <Moment key="changed" at={user.updatedAt} />],
  ];
  if (user.bannedAt !== null) facts.push(["Banned", <Moment key="banned" at={user.bannedAt} />]);
  if (user.bannedUntil !== null) facts.push(["Ban ends", <Moment key="until" at={user.bannedUntil} />]);
  if (banReason !== null) facts.push(["Reason", banReason]);
  return (
    <section aria-labelledby="facts">
      <div className={classes.heading}>
        <h2 id="facts">Facts</h2>
      </div>
      <dl className={classes.facts}>
        {facts.flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}-value`}>{value}</dd>])}
      </dl>
    </section>
  );
}
