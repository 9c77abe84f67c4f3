import { notFound } from "next/navigation";
import { CreateKeyMenu, ProjectKeyCreation } from "@/components/dashboard/projects/keys/key-creation";
import { ProjectKeyTable } from "@/components/dashboard/projects/keys/key-table";
import { KeySection } from "@/components/dashboard/projects/keys/section";
import { TestTokens } from "@/components/dashboard/projects/keys/test-tokens";
import { withChoices } from "@/components/ui/forms/filled-form";
import { PageHeading } from "@/components/ui/page-heading";
import { SERVER_KEY_SCOPES } from "@/lib/core/access/project-key-scope";
import { listMembers } from "@/lib/people/members/list";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import { listTestTokens } from "@/lib/sign-in/test-tokens/list";
import { projectPage } from "@/lib/web/current-project";
import { PUBLIC_KEY, SERVER_KEY, TEST_TOKEN } from "../../../key-forms";
import {
  createProjectKey,
  createTestToken,
  revokeProjectKey,
  revokeTestToken,
  switchTestTokens,
} from "../../../project-actions";

export const metadata = { title: "Project keys" };

export default projectPage(async ({ organisationId, projectId, ctx, project, can, here }) => {
  if (!can("project-keys:write")) notFound();
  const isAdmin = can("project-keys:admin");
  const [publicKeys, serverKeys, { items: tokens }, members] = await Promise.all([
    listProjectKeys(ctx, { organisationId, projectId, kind: "public" }),
    listProjectKeys(ctx, { organisationId, projectId, kind: "server" }),
    listTestTokens(ctx, { projectId }),
    listMembers(ctx, { organisationId }),
  ]);
  const people = new Map(members.map(({ id, name, email }) => [id, { name, email }]));
  const withCreator = <Made extends { createdBy: string }>(made: Made) => {
    const creator = people.get(made.createdBy) ?? null;
    return { ...made, creator, creatorText: made.createdBy === "command-line" ? "Operator" : "Former member" };
  };
  const isActive = project.status === "active";
  const revoke = here(revokeProjectKey);
  return (
    <ProjectKeyCreation
      publicKey={{ form: PUBLIC_KEY.form, action: here(createProjectKey, "public") }}
      serverKey={{
        form: withChoices(
          SERVER_KEY.form,
          "scope",
          SERVER_KEY_SCOPES.filter((scope) => isAdmin || scope !== "admin"),
        ),
        action: here(createProjectKey, "server"),
      }}
      testToken={
        isActive && isAdmin && project.settings.methods.testTokens
          ? { form: TEST_TOKEN.form, action: here(createTestToken) }
          : null
      }
    >
      <PageHeading title="Keys">{isActive && <CreateKeyMenu />}</PageHeading>
      <KeySection
        id="public-keys"
        title="Public keys"
        text="For your app's pages. Safe in a browser: a key opens only the actions that users may take themselves."
      >
        <ProjectKeyTable label="Public keys" keys={publicKeys.map(withCreator)} revoke={revoke} />
      </KeySection>
      <KeySection
        id="server-keys"
        title="Server keys"
        text="For your app's own servers, never a browser. A key opens this one project."
      >
        <ProjectKeyTable label="Server keys" keys={serverKeys.map(withCreator)} revoke={revoke} />
      </KeySection>
      <KeySection
        id="testing-tokens"
        title="Testing tokens"
        text="A token signs one test user in, once, past limits and the second factor, so that automated tests need no mailbox."
      >
        <TestTokens
          isOn={project.settings.methods.testTokens}
          tokens={tokens.map(withCreator)}
          mayCreate={isActive && isAdmin}
          switchOn={isActive && can("projects:write") ? here(switchTestTokens, true) : null}
          revoke={isAdmin ? here(revokeTestToken) : null}
        />
      </KeySection>
    </ProjectKeyCreation>
  );
});
