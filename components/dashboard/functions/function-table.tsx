import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
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

const COLUMNS = [
  "Function",
  "Who may call",
  { name: "Version", isFigure: true },
  { name: "Calls", isFigure: true },
  { name: "Errors", isFigure: true },
  { name: "p95", isFigure: true },
  "Web address",
] as const;

const NOTHING: FunctionFigures = { invocationCount: 0, errorCount: 0, p95Ms: null };

export function FunctionTable({ home, functions, figures }: Props) {
  return (
    <KeepFocus label="Functions">
      <Listing label="Functions" minWidth={820} columns={COLUMNS} stacks hasActions={false}>
        {functions.map((shown) => {
          const { name, access, activeVersion } = shown;
          const { invocationCount, errorCount, p95Ms } = figures.get(name) ?? NOTHING;
          return (
            <tr key={name}>
              <th scope="row">
                <div className={rowName.name}>
                  <PageLink href={`${home}/${name}`} data-row-link>
                    {name}
                    <PendingLink />
                  </PageLink>
                </div>
              </th>
              <td data-label="Who may call">{ACCESS_WORDS[access]}</td>
              <td data-figure data-label="Version">
                {activeVersion ?? <StatusWord kind="bad">none answers</StatusWord>}
              </td>
              <td data-figure data-label="Calls">
                {invocationCount.toLocaleString("en")}
              </td>
              <td data-figure data-label="Errors">
                {errorCount > 0 ? <StatusWord kind="bad">{errorCount.toLocaleString("en")}</StatusWord> : errorCount}
              </td>
              <td data-figure data-label="p95">
                {p95Ms === null ? "–" : durationWords(p95Ms)}
              </td>
              <td data-label="Web address">
                <WebAddress shown={shown} />
              </td>
            </tr>
          );
        })}
      </Listing>
    </KeepFocus>
  );
}

/** The address, as a link where a browser can open it without a key. */
function WebAddress({ shown: { url, access, webAddress } }: { shown: ProjectFunction }) {
  if (!webAddress) return <span className={classes.meta}>Off</span>;
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
