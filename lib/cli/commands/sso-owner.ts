import { UsageError } from "@/lib/cli/command-line";
import { definePlace } from "@/lib/cli/define/place";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { connectionsOf } from "@/lib/people/sso/owner";
import { findProject } from "@/lib/sign-in/projects/find";
import type { ConnectionOwner } from "@/lib/sign-in/sso/connections/authorise";

const ORGANISATION = "in place of a project: whose members sign in to the dashboard by it";

/** The project or the organisation that has connections. */
export const owner = definePlace<ConnectionOwner>({
  args: "",
  options: [
    { flags: "--project <project>", help: "the project", isOptional: true },
    { flags: "--organisation <organisation>", help: ORGANISATION, isOptional: true },
  ],
  example: { args: "", options: "--project Shop" },
  keys: ["projectId", "ofOrganisation"],
  async find(ctx, { project, organisation }) {
    if (project !== undefined && organisation === undefined) {
      return { projectId: (await findProject(ctx, project)).projectId };
    }
    if (project !== undefined || organisation === undefined) {
      throw new UsageError("Give either --project or --organisation.");
    }
    return connectionsOf(ctx, await findOrganisationId(ctx, organisation));
  },
});

export const SSO_EXAMPLE = "sso_4k9x2m7q1w8e5r3t6y0u";
export const connection = owner.within("connection", "connectionId", SSO_EXAMPLE);
