import type { Metadata } from "next";
import { AskWhy } from "@/components/dashboard/sign-in-events/ask-why";
import { Explanation, type RemedyActs } from "@/components/dashboard/sign-in-events/explanation";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { ExplainSignInInput, explainSignIn } from "@/lib/sign-in/explain/explain";
import type { SignInExplanation } from "@/lib/sign-in/explain/resource";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { liftBounce } from "../../mail/bounces/actions";
import { sendProof, unbanUsers } from "../../users/actions";
import { endLock } from "./actions";

export const metadata: Metadata = { title: "Why couldn't they get in?" };

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/events/why">;

export default async function WhyPage({ params, searchParams }: Props) {
  const [{ organisationId, projectId }, { about }] = await Promise.all([params, searchParams]);
  const { ctx, member, project } = await requireProjectPage(organisationId, projectId);
  const input = ExplainSignInInput.safeParse({ organisationId, projectId, about });
  const explanation = input.success ? await orNotFound(() => explainSignIn(ctx, input.data)) : null;
  const home = `/dashboard/${organisationId}/projects/${projectId}`;
  const mayWrite = hasPermission(member.role, "users:write");
  return (
    <>
      <PageHeading
        title="Why couldn't they get in?"
        parent={{ href: `${home}/events`, label: "Events" }}
        text="The true reasons, which your app's users are never told"
      />
      <AskWhy home={home} about={input.success ? input.data.about : ""} />
      {explanation && (
        <Explanation
          home={home}
          explanation={explanation}
          keptDays={project.settings.events.retentionDays}
          acts={mayWrite ? actsOf([organisationId, projectId], explanation, project.status === "active") : {}}
        />
      )}
    </>
  );
}

/** Returns the remedies of a member who may change users for the obstacles that keep someone out. */
function actsOf(here: [string, string], { email, user }: SignInExplanation, isActive: boolean): RemedyActs {
  if (email === null) return {};
  const ofUser: RemedyActs = user
    ? {
        "lift-ban": {
          label: "Unban",
          done: `${email} can sign in again.`,
          act: unbanUsers.bind(null, ...here, [user.id]),
        },
      }
    : {};
  const mail = (kind: "email-verification" | "password-reset", label: string) =>
    user && isActive
      ? { label, done: `The email to ${email} is on its way.`, act: sendProof.bind(null, ...here, user.id, kind) }
      : undefined;
  return {
    ...ofUser,
    "end-lock": { label: "End lock", done: `The lock of ${email} has ended.`, act: endLock.bind(null, ...here, email) },
    "lift-bounce": {
      label: "Email again",
      done: `${email} gets emails again.`,
      act: liftBounce.bind(null, ...here, email),
    },
    "send-verification": mail("email-verification", "Send verification email"),
    "send-reset": mail("password-reset", "Send reset email"),
  };
}
