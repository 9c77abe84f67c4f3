import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { UserImport } from "@/lib/sign-in/user-imports/resource";
import { nameOf, SOURCE_WORDS, STATUS_WORDS } from "./words";

const COUNTS = [
  { name: "Created", of: "created" },
  { name: "Updated", of: "updated" },
  { name: "Skipped", of: "skipped" },
] as const;

interface Props {
  imports: readonly UserImport[];
  /** Returns the address of an import's problems. */
  reportOf: (importId: string) => string;
}

/** The imports of the last 30 days. */
export function PastImports({ imports, reportOf }: Props) {
  return (
    <DataTable
      label="Earlier imports"
      minWidth={720}
      rows={imports}
      columns={[
        { name: "File", cell: nameOf },
        { name: "Format", card: null, cell: ({ source }) => SOURCE_WORDS[source] },
        { name: "Status", card: null, cell: ({ status }) => <Status status={status} /> },
        ...COUNTS.map(({ name, of }) => ({
          ...{ name, isFigure: true },
          cell: (one: UserImport) => one[of].toLocaleString("en"),
        })),
        {
          ...{ name: "Problems", isFigure: true },
          cell: ({ id, refused }) =>
            refused > 0 ? (
              <a href={reportOf(id)} download>
                {refused.toLocaleString("en")}
              </a>
            ) : (
              0
            ),
        },
        { name: "Started", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

function Status({ status }: Pick<UserImport, "status">) {
  const [kind, words] = STATUS_WORDS[status];
  return <StatusWord kind={kind}>{words}</StatusWord>;
}
