import type { Metadata } from "next";
import { LiveStatus } from "@/components/dashboard/databases/live-status";
import { Frame } from "@/components/dashboard/frame/frame";
import { RestrictionBanner } from "@/components/dashboard/guard/restriction-banner";
import { getRestriction } from "@/lib/hosting/guard/get-restriction";
import { findDatabase } from "@/lib/web/current-database";
import { requireMember } from "@/lib/web/current-member";
import { organisationFrame } from "@/lib/web/frame-props";
import { titlesWithin } from "@/lib/web/titles";
import { signOut } from "../../../actions";
import { ConnectButton } from "./_components/connect-button";

type Props = LayoutProps<"/dashboard/[organisationId]/databases/[databaseId]">;

/** Names the database after the title of each page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, databaseId } = await params;
  const database = await findDatabase(organisationId, databaseId);
  return database ? { title: titlesWithin(database.name) } : {};
}

/**
 * Renders the frame of one database, and above every page its restriction. Each page checks by itself who is
 * signed in, and shows the not-found page, which is inside the frame too.
 */
export default async function DatabaseLayout({ params, children }: Props) {
  const { organisationId, databaseId } = await params;
  const current = await requireMember(organisationId);
  const [frame, database] = await Promise.all([organisationFrame(current), findDatabase(organisationId, databaseId)]);
  const restriction = database && (await getRestriction(current.ctx, { databaseId }));
  const canConnect = database?.status === "ready" && current.can("credentials:reveal");
  return (
    <Frame
      {...frame}
      database={database && { id: database.id, name: database.name, parent: database.parent }}
      signOut={signOut}
      actions={
        database && (
          <>
            <LiveStatus status={database.status} />
            {canConnect && <ConnectButton {...{ organisationId, databaseId }} name={database.name} />}
          </>
        )
      }
    >
      {restriction && (
        <RestrictionBanner
          restriction={restriction}
          events={`/dashboard/${organisationId}/databases/${databaseId}/events`}
        />
      )}
      {children}
    </Frame>
  );
}
