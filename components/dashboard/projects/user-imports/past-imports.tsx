import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import type { UserImport } from "@/lib/sign-in/user-imports/resource";
import { nameOf, SOURCE_WORDS, STATUS_WORDS } from "./words";

const COLUMNS = [
  "File",
  "Format",
  "Status",
  ...["Created", "Updated", "Skipped", "Problems"].map((name) => ({ name, isFigure: true })),
  "Started",
] as const;

interface Props {
  imports: readonly UserImport[];
  /** Returns the address of an import's problems. */
  reportOf: (importId: string) => string;
}

/** The imports of the last 30 days. */
export function PastImports({ imports, reportOf }: Props) {
  return (
    <Listing label="Earlier imports" minWidth={720} columns={COLUMNS} stacks hasActions={false}>
      {imports.map((one) => {
        const [kind, words] = STATUS_WORDS[one.status];
        return (
          <tr key={one.id}>
            <th scope="row">{nameOf(one)}</th>
            <td>{SOURCE_WORDS[one.source]}</td>
            <td>
              <StatusWord kind={kind}>{words}</StatusWord>
            </td>
            {(["created", "updated", "skipped"] as const).map((name) => (
              <td key={name} data-figure data-label={name}>
                {one[name].toLocaleString("en")}
              </td>
            ))}
            <td data-figure data-label="problems">
              {one.refused > 0 ? (
                <a href={reportOf(one.id)} download>
                  {one.refused.toLocaleString("en")}
                </a>
              ) : (
                0
              )}
            </td>
            <td data-label="Started">
              <Moment at={one.createdAt} />
            </td>
          </tr>
        );
      })}
    </Listing>
  );
}
