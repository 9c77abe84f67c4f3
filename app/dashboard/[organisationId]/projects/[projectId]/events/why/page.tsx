import { AskWhy } from "@/components/dashboard/sign-in-events/ask-why";
import { Explanation, type RemedyActs } from "@/components/dashboard/sign-in-events/explanation";
import { PageHeading } from "@/components/ui/page-heading";
import { ExplainSignInInput, explainSignIn } from "@/lib/sign-in/explain/explain";
import type { SignInExplanation } from "@/lib/sign-in/explain/resource";
import { type CurrentProject, projectPage } from "@/lib/web/current-project";
import { liftBounce } from "../../mail/bounces/actions";
import { sendProof, unbanUsers } from "../../users/actions";
import { endLock } from "./actions";

export const metadata = { title: "Why couldn't they get in?" };

export default projectPage(async ({ organisationId, projectId, ctx, project, home, can, here, asked: { about } }) => {
  const input = ExplainSignInInput.safeParse({ organisationId, projectId, about });
  const explanation = input.success ? await explainSignIn(ctx, input.data) : null;
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
          acts={can("users:write") ? actsOf(here, explanation, project.status === "active") : {}}
        />
      )}
    </>
  );
});

/** Returns the remedies of a member who may change users for the obstacles that keep someone out. */
function actsOf(here: CurrentProject["here"], { email, user }: SignInExplanation, isActive: boolean): RemedyActs {
  if (email === null) return {};
  const ofUser: RemedyActs = user
    ? {
        "lift-ban": {
          label: "Unban",
          done: `${email} can sign in again.`,
          act: here(unbanUsers, [user.id]),
        },
      }
    : {};
  const mail = (kind: "email-verification" | "password-reset", label: string) =>
    user && isActive
      ? { label, done: `The email to ${email} is on its way.`, act: here(sendProof, user.id, kind) }
      : undefined;
  return {
    ...ofUser,
    "end-lock": { label: "End lock", done: `The lock of ${email} has ended.`, act: here(endLock, email) },
    "lift-bounce": {
      label: "Email again",
      done: `${email} gets emails again.`,
      act: here(liftBounce, email),
    },
    "send-verification": mail("email-verification", "Send verification email"),
    "send-reset": mail("password-reset", "Send reset email"),
  };
}
