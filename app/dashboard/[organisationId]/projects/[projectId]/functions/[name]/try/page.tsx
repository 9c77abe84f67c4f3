import { TryIt } from "@/components/dashboard/functions/try/try-it";
import { EmptyState } from "@/components/ui/empty-state";
import { functionPage, functionTitle } from "../function-page";

export const generateMetadata = functionTitle("Try ");

export default functionPage("/try", async ({ organisationId, projectId, shown, mayWrite, home, heading }) => (
  <>
    {heading()}
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
));
