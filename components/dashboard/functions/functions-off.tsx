import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";

/** The notice in place of a project's functions if the operator has not switched them on. */
export function FunctionsOff({ organisationId }: { organisationId: string }) {
  return (
    <>
      <PageHeading title="Functions" />
      <EmptyState
        title="Functions are switched off"
        text="A function is a small program of your app that answers requests. The operator of this service switches functions on for an organisation. Ask them to run this command."
        example={
          <CopyField label="Switch functions on" text={`npm run coppice -- flag set ${organisationId} functions on`} />
        }
      />
    </>
  );
}
