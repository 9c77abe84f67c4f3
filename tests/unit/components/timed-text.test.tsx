import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PAST_RESTORE } from "@/app/dashboard/[organisationId]/databases/[databaseId]/restore-points/time/form";
import { FormFields } from "@/components/ui/forms/form-fields";
import { RareField } from "@/components/ui/forms/rare-field";
import { TimedText } from "@/components/ui/timed-text";

const MESSAGE = "Choose 2026-03-01T09:30:05.000Z or earlier, or 2026-03-01T09:31:00Z or later.";
/** A page without scripts has UTC. */
const SHOWN =
  /Choose <time datetime="2026-03-01T09:30:05.000Z"[^>]*>1 Mar 2026, 09:30:05 UTC<\/time> or earlier, or <time [^>]*>1 Mar 2026, 09:31:00 UTC<\/time> or later\./i;

const htmlOf = (node: ReactNode) => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);

test("a text shows the times in it as the rest of the dashboard does", () => {
  expect(htmlOf(<TimedText text={MESSAGE} />)).toMatch(SHOWN);
  expect(htmlOf(<TimedText text="No time, but 2026-03-01." />)).toContain("No time, but 2026-03-01.");
  expect(htmlOf(<TimedText text="" />)).not.toContain("<time");
});

test("a refusal at a field of a time shows its times that way", () => {
  const { fields } = PAST_RESTORE.form;
  expect(htmlOf(<FormFields fields={fields} faults={{ at: MESSAGE }} rare={RareField} />)).toMatch(SHOWN);
  expect(htmlOf(<FormFields fields={fields} faults={{}} rare={RareField} />)).not.toContain("<time");
});

test("a refusal at a field of a text keeps its words, which may be the customer's", () => {
  const html = htmlOf(<FormFields fields={PAST_RESTORE.form.fields} faults={{ name: MESSAGE }} rare={RareField} />);
  expect(html).toContain(MESSAGE);
});
