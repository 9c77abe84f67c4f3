import { Frame } from "@/components/dashboard/frame/frame";
import { requireMember } from "@/lib/web/current-member";
import { organisationFrame } from "@/lib/web/frame-props";
import { signOut } from "../actions";

/** What is around the pages. Each page asks for itself who is signed in: a layout is not rendered anew with them. */
export default async function OrganisationLayout({ params, children }: LayoutProps<"/dashboard/[organisationId]">) {
  const current = await requireMember((await params).organisationId);
  return (
    <Frame {...(await organisationFrame(current))} signOut={signOut}>
      {children}
    </Frame>
  );
}
