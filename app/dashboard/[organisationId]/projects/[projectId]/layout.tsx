import type { Metadata } from "next";
import { Frame } from "@/components/dashboard/frame/frame";
import { SuspendedBanner } from "@/components/dashboard/projects/suspended-banner";
import { requireMember } from "@/lib/web/current-member";
import { findCurrentProject } from "@/lib/web/current-project";
import { organisationFrame } from "@/lib/web/frame-props";
import { titlesWithin } from "@/lib/web/titles";
import { signOut } from "../../../actions";

type Props = LayoutProps<"/dashboard/[organisationId]/projects/[projectId]">;

/** Names the project after the title of each page. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, projectId } = await params;
  const project = await findCurrentProject(organisationId, projectId);
  return project ? { title: titlesWithin(project.name) } : {};
}

/**
 * Renders the frame of one project, and above every page that it is suspended. Each page checks by itself who is signed
 * in, and shows the not-found page, which is inside the frame too.
 */
export default async function ProjectLayout({ params, children }: Props) {
  const { organisationId, projectId } = await params;
  const current = await requireMember(organisationId);
  const [frame, project] = await Promise.all([
    organisationFrame(current),
    findCurrentProject(organisationId, projectId),
  ]);
  const place = project && { id: project.id, name: project.name };
  return (
    <Frame {...frame} project={place} signOut={signOut}>
      {project && project.status !== "active" && (
        <SuspendedBanner status={project.status} reason={project.suspendedFor} />
      )}
      {children}
    </Frame>
  );
}
