import type { Metadata } from "next";
import { Frame } from "@/components/dashboard/frame/frame";
import { requireMember } from "@/lib/web/current-member";
import { organisationFrame } from "@/lib/web/frame-props";
import { titlesWithin } from "@/lib/web/titles";
import { signOut } from "../../actions";

type Props = LayoutProps<"/dashboard/[organisationId]">;

/** Names the organisation after the title of each page; the page of the organisation itself lists its databases. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { member } = await requireMember((await params).organisationId);
  const titles = titlesWithin(member.organisationName);
  return { title: { ...titles, default: `Databases · ${titles.default}` } };
}

/** Renders the frame. Each page checks by itself who is signed in, since a layout is not rendered again with it. */
export default async function OrganisationLayout({ params, children }: Props) {
  const current = await requireMember((await params).organisationId);
  return (
    <Frame {...(await organisationFrame(current))} signOut={signOut}>
      {children}
    </Frame>
  );
}
