import type { Metadata } from "next";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { TryIt } from "@/components/dashboard/functions/try/try-it";
import { EmptyState } from "@/components/ui/empty-state";
import { requireFunctionPage } from "@/lib/web/current-function";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: `Try ${name}` };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]/try">;

export default async function TryFunctionPage({ params }: Props) {
  const { organisationId, projectId, name } = await params;
  const { shown, mayWrite, isWriter, list, home } = await requireFunctionPage({ organisationId, projectId, name });
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="/try" />
      {mayWrite ? (
        <TryIt
          home={home}
          userSearch={`/dashboard/${organisationId}/projects/${projectId}/users/search`}
          access={shown.access}
        />
      ) : (
        <EmptyState
          title="You can't try this function"
          text="A call has its real effects, so developers, admins and owners of an active project can make one."
        />
      )}
    </>
  );
}
