import { AddSchedule } from "@/components/dashboard/functions/schedules/add-schedule";
import { ScheduleList } from "@/components/dashboard/functions/schedules/schedule-list";
import { READ_ONLY } from "@/components/dashboard/functions/words";
import { CopyField } from "@/components/ui/copy-field";
import { ListPage } from "@/components/ui/lists/list-page";
import { cronInWords } from "@/lib/services/functions/schedules/preview";
import { saveSchedules } from "../../actions";
import { functionPage, functionTitle } from "../function-page";

export const generateMetadata = functionTitle("Schedules of ");

export default functionPage("/schedules", async ({ projectId, name, shown, mayWrite, here, home, heading }) => {
  const { schedules } = shown;
  const save = mayWrite ? here(saveSchedules, name) : null;
  const add = save && <AddSchedule schedules={schedules} preview={`${home}/schedules/preview`} save={save} />;
  return (
    <ListPage
      heading={heading}
      create={add}
      isEmpty={schedules.length === 0}
      empty={{
        title: "No schedules yet",
        text: "A schedule calls the function at set times, such as each weekday at eight. It runs once each time.",
        example: <CopyField label="Add one on the command line" text={addExample(projectId, name)} />,
      }}
      next={add ?? READ_ONLY}
    >
      <ScheduleList
        schedules={schedules.map((one) => ({ ...one, words: cronInWords(one.cron) }))}
        logs={`${home}/logs`}
        save={save}
      />
    </ListPage>
  );
});

function addExample(projectId: string, name: string): string {
  return `npm run coppice -- functions schedule ${name} --project ${projectId} --cron "0 8 * * 1-5" --timezone Europe/Berlin`;
}
