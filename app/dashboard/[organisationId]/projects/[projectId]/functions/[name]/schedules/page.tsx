import type { Metadata } from "next";
import { FunctionHeading } from "@/components/dashboard/functions/function-heading";
import { FunctionsOff } from "@/components/dashboard/functions/functions-off";
import { AddSchedule } from "@/components/dashboard/functions/schedules/add-schedule";
import { ScheduleList } from "@/components/dashboard/functions/schedules/schedule-list";
import { READ_ONLY } from "@/components/dashboard/functions/words";
import { CopyField } from "@/components/ui/copy-field";
import { EmptyState } from "@/components/ui/empty-state";
import { cronInWords } from "@/lib/services/functions/schedules/preview";
import { requireFunctionPage } from "@/lib/web/current-function";
import { saveSchedules } from "../../actions";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await params;
  return { title: `Schedules of ${name}` };
}

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/functions/[name]/schedules">;

export default async function SchedulesPage({ params }: Props) {
  const { organisationId, projectId, name } = await params;
  const { shown, mayWrite, isWriter, list, home } = await requireFunctionPage({ organisationId, projectId, name });
  if (!shown) return <FunctionsOff organisationId={organisationId} />;
  const { schedules } = shown;
  const save = mayWrite ? saveSchedules.bind(null, organisationId, projectId, name) : null;
  const add = save && <AddSchedule schedules={schedules} preview={`${home}/schedules/preview`} save={save} />;
  return (
    <>
      <FunctionHeading name={name} list={list} home={home} isWriter={isWriter} current="/schedules">
        {schedules.length > 0 && add}
      </FunctionHeading>
      {schedules.length > 0 ? (
        <ScheduleList
          schedules={schedules.map((one) => ({ ...one, words: cronInWords(one.cron) }))}
          logs={`${home}/logs`}
          save={save}
        />
      ) : (
        <EmptyState
          title="No schedules yet"
          text="A schedule calls the function at set times, such as each weekday at eight. It runs once each time."
          example={<CopyField label="Add one on the command line" text={addExample(projectId, name)} />}
        >
          {add ?? READ_ONLY}
        </EmptyState>
      )}
    </>
  );
}

function addExample(projectId: string, name: string): string {
  return `npm run coppice -- functions schedule ${name} --project ${projectId} --cron "0 8 * * 1-5" --timezone Europe/Berlin`;
}
