import { Shell } from "@/components/dashboard/shell";
import { requireMember } from "@/lib/web/current-member";
import { organisationShell } from "@/lib/web/shell-props";
import { signOut } from "../actions";

/** What is around the pages. Each page asks for itself who is signed in: a layout is not rendered anew with them. */
export default async function OrganisationLayout({ params, children }: LayoutProps<"/dashboard/[organisationId]">) {
  const current = await requireMember((await params).organisationId);
  return (
    <Shell {...(await organisationShell(current))} signOut={signOut}>
      {children}
    </Shell>
  );
}
