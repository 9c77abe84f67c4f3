import { DatabaseList } from "@/components/dashboard/database-list";
import { NoDatabases } from "@/components/dashboard/no-databases";
import { SignOutButton } from "@/components/dashboard/sign-out-button";
import { SiteHeader } from "@/components/site/site-header";
import { listDatabasesWithOrigin } from "@/lib/databases/list-with-origin";
import { SERVICE } from "@/lib/service";
import { baseUrl } from "@/lib/web/base-url";
import { requireMember } from "@/lib/web/current-member";
import { createDatabaseCommand } from "@/lib/web/first-commands";
import { signOut } from "../actions";
import styles from "../dashboard.module.css";

export default async function DatabasesPage({ params }: PageProps<"/dashboard/[organisationId]">) {
  const { account, member, ctx } = await requireMember((await params).organisationId);
  const databases = await listDatabasesWithOrigin(ctx, {});
  return (
    <>
      <SiteHeader name={SERVICE.name} />
      <main id="main" className={styles.page}>
        <div className={styles.heading}>
          <h1>Databases</h1>
          <div className={styles.member}>
            <span>
              {member.organisationName} · {account.email}
            </span>
            <SignOutButton action={signOut} />
          </div>
        </div>
        {databases.length > 0 ? (
          <DatabaseList databases={databases} />
        ) : (
          <NoDatabases command={createDatabaseCommand(await baseUrl())} />
        )}
      </main>
    </>
  );
}
