import { Moment } from "@/components/ui/moment";
import type { ProjectDetails, ProjectOverview } from "@/lib/sign-in/projects/resource";
import { FactsSection } from "../overview/facts-section";
import { userCountText } from "./user-count";

interface Props {
  project: ProjectDetails;
  overview: ProjectOverview;
  hostedPage: string;
}

/** The facts about a project as a whole. */
export function ProjectFacts({ project: { id, createdAt, settings }, overview, hostedPage }: Props) {
  const { methods, allowedOrigins } = settings;
  const on = [
    methods.password && "password",
    methods.magicLink && "emailed link",
    methods.emailOtp && "emailed code",
    methods.passkey && "passkey",
  ].filter((name) => name !== false);
  const page = (
    <a href={hostedPage} target="_blank" rel="noreferrer">
      Open sign-in page
    </a>
  );
  return (
    <FactsSection
      id={id}
      facts={{
        Users: userCountText(overview),
        Methods: on.join(", ") || "Providers only",
        "Sign-up": methods.signUp ? "Open" : "Closed",
        Origins: allowedOrigins.join(", ") || "None",
        "Hosted page": page,
        Created: <Moment at={createdAt} />,
      }}
    />
  );
}
