import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { DataTable } from "@/components/ui/lists/data-table";
import type { ImportProblem } from "@/lib/sign-in/user-imports/resource";

interface Props {
  problems: readonly ImportProblem[];
  /** The number of problems in all. */
  count: number;
  /** The address of the whole report. */
  download: string;
}

/** The first lines of a file that can't be imported, each with its reason. */
export function ImportProblems({ problems, count, download }: Props) {
  return (
    <>
      <DataTable
        label="Problems"
        minWidth={480}
        rows={problems}
        keyOf={({ line, field, message }) => `${line} ${field} ${message}`}
        columns={[
          { name: "Line", cell: ({ line }) => `Line ${line.toLocaleString("en")}` },
          { name: "Field", card: null, cell: ({ field }) => field },
          { name: "Problem", card: null, cell: ({ message }) => message },
        ]}
      />
      <Group mt="sm" mb="lg">
        <Button
          component="a"
          href={download}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {count > problems.length ? `Download all ${count.toLocaleString("en")} as CSV` : "Download as CSV"}
        </Button>
      </Group>
    </>
  );
}
