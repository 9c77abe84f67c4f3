import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Listing } from "@/components/ui/listing";
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
      <Listing label="Problems" minWidth={480} columns={["Line", "Field", "Problem"]} stacks hasActions={false}>
        {problems.map(({ line, field, message }) => (
          <tr key={`${line} ${field} ${message}`}>
            <th scope="row">Line {line.toLocaleString("en")}</th>
            <td>{field}</td>
            <td>{message}</td>
          </tr>
        ))}
      </Listing>
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
