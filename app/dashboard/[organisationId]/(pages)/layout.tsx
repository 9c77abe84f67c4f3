import { Frame } from "@/components/dashboard/frame/frame";
import { requireMember } from "@/lib/web/current-member";
import { organisationFrame } from "@/lib/web/frame-props";
import { signOut } from "../../actions";

/** Renders the frame. Each page checks by itself who is signed in, since a layout is not rendered again with it. */
export default async function OrganisationLayout({ params, children }: LayoutProps<"/dashboard/[organisationId]">) {
  const current = await requireMember((await params).organisationId);
  return (
    <Frame {...(await organisationFrame(current))} signOut={signOut}>
      {children}
    </Frame>
  );
}
