import { DataTable } from "@/components/ui/lists/data-table";
import { RowLink } from "@/components/ui/row-link";
import { StatusWord } from "@/components/ui/status-word";
import type { FunctionFigures, ProjectFunction } from "@/lib/services/functions/resource";
import classes from "./functions.module.css";
import { ACCESS_WORDS, durationWords } from "./words";

interface Props {
  /** The address of this list. */
  home: string;
  functions: readonly ProjectFunction[];
  figures: ReadonlyMap<string, FunctionFigures>;
}

const NOTHING: FunctionFigures = { invocationCount: 0, errorCount: 0, p95Ms: null };

export function FunctionTable({ home, functions, figures }: Props) {
  return (
    <DataTable
      label="Functions"
      minWidth={820}
      rows={functions.map((shown) => ({ ...shown, ...(figures.get(shown.name) ?? NOTHING) }))}
      columns={[
        { name: "Function", cell: ({ name }) => <RowLink href={`${home}/${name}`} name={name} /> },
        { name: "Who may call", cell: ({ access }) => ACCESS_WORDS[access] },
        {
          ...{ name: "Version", isFigure: true },
          cell: ({ activeVersion }) => activeVersion ?? <StatusWord kind="bad">none answers</StatusWord>,
        },
        { name: "Calls", isFigure: true, cell: ({ invocationCount }) => invocationCount.toLocaleString("en") },
        {
          ...{ name: "Errors", isFigure: true },
          cell: ({ errorCount: count }) =>
            count > 0 ? <StatusWord kind="bad">{count.toLocaleString("en")}</StatusWord> : count,
        },
        { name: "p95", isFigure: true, cell: ({ p95Ms }) => (p95Ms === null ? "–" : durationWords(p95Ms)) },
        { name: "Web address", cell: (shown) => <WebAddress shown={shown} /> },
      ]}
    />
  );
}

/** The address, as a link where a browser can open it without a key. */
function WebAddress({ shown: { url, access, webAddress } }: { shown: ProjectFunction }) {
  if (!webAddress) return <span className="quiet">Off</span>;
  if (access !== "public") {
    return (
      <span className={classes.address} title={url}>
        {url}
      </span>
    );
  }
  return (
    <a href={url} className={classes.address} title={url} target="_blank" rel="noreferrer">
      {url}
    </a>
  );
}
