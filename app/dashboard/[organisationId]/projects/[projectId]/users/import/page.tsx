import { LivePage } from "@/components/dashboard/databases/live-page";
import { ImportDesk } from "@/components/dashboard/projects/user-imports/import-desk";
import { ImportProblems } from "@/components/dashboard/projects/user-imports/import-problems";
import { ImportState } from "@/components/dashboard/projects/user-imports/import-state";
import { PastImports } from "@/components/dashboard/projects/user-imports/past-imports";
import { isOpen, isUnderWay } from "@/components/dashboard/projects/user-imports/words";
import { UserSection } from "@/components/dashboard/projects/users/user-section";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkAnchor } from "@/components/ui/link";
import { PageHeading } from "@/components/ui/page-heading";
import { MARKS } from "@/lib/sign-in/user-imports/file/recognise";
import { listUserImports } from "@/lib/sign-in/user-imports/list";
import { listImportProblems } from "@/lib/sign-in/user-imports/list-problems";
import { projectPage } from "@/lib/web/current-project";
import { cancelUserImport, startUserImport } from "./actions";

export const metadata = { title: "Import users" };

const PROBLEMS = 20;

export default projectPage(async ({ projectId, ctx, project, home, can, here }) => {
  const users = `${home}/users`;
  const heading = (
    <PageHeading
      title="Import"
      parent={{ href: users, label: "Users" }}
      text={
        <>
          From Clerk, Auth0, Supabase, Firebase or a file of your own. Users keep their passwords.{" "}
          <LinkAnchor href="/docs/moving-users">How to get the file</LinkAnchor>
        </>
      }
    />
  );
  if (!can("users:transfer")) {
    return (
      <>
        {heading}
        <EmptyState title="Import users" text="Admins and owners can import and export users." />
      </>
    );
  }
  const imports = await listUserImports(ctx, { projectId });
  const [newest = null, ...others] = imports;
  const reportOf = (importId: string) => `${users}/imports/${importId}/problems`;
  const problems =
    newest && newest.refused > 0
      ? await listImportProblems(ctx, { projectId, importId: newest.id, limit: PROBLEMS })
      : [];
  return (
    <>
      {heading}
      {project.status === "active" ? (
        <ImportDesk
          address={`${users}/imports`}
          newest={newest}
          marks={MARKS}
          changes={{ start: here(startUserImport), cancel: here(cancelUserImport) }}
        />
      ) : (
        <p>A suspended project takes no users.</p>
      )}
      {newest && !isOpen(newest) && (
        <UserSection
          id="last"
          title="Last import"
          end={newest.created > 0 && <LinkAnchor href={users}>See users</LinkAnchor>}
        >
          <ImportState of={newest} changes={null} />
        </UserSection>
      )}
      {newest && problems.length > 0 && (
        <UserSection id="problems" title="Problems">
          <ImportProblems problems={problems} count={newest.refused} download={reportOf(newest.id)} />
        </UserSection>
      )}
      {others.length > 0 && (
        <UserSection id="earlier" title="Earlier imports">
          <PastImports imports={others} reportOf={reportOf} />
        </UserSection>
      )}
      <LivePage isChanging={newest !== null && isUnderWay(newest)} />
    </>
  );
});
