"use client";

import { Alert } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { lazy, Suspense, useId, useState } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { FunctionSources } from "@/lib/services/functions/deployments/resource";
import classes from "./code.module.css";
import { Outdated, WithoutFiles } from "./code-notices";
import { DeployBar } from "./deploy-bar";
import type { DeployFault, DeployRefusal } from "./deploy-outcome";
import { FileTabs } from "./file-tabs";
import { type Deploy, useDeploy } from "./use-deploy";
import { useFiles } from "./use-files";

const CodeEditor = lazy(() => import("./code-editor"));

interface Props {
  /** The name under which the browser keeps changes. */
  memoryName: string;
  /** The files of the version that answers; `null` where none does. */
  source: FunctionSources | null;
  /** The names of environment variables. */
  variables: readonly string[];
  /** The address of the deployments. */
  deployments: string;
  /** `null` for a member who may not. */
  deploy: Deploy | null;
}

/** The files of a function in an editor, and the bar that deploys them. */
export function CodeWorkspace({ memoryName, source, variables, deployments, deploy }: Props) {
  const files = useFiles(memoryName, source);
  const { edited, open, differs, isOutdated } = files;
  const { refusal, message, setMessage, isDeploying, run } = useDeploy(files, deploy);
  const [goTo, setGoTo] = useState<{ line: number } | null>(null);
  const isHydrated = useHydrated();
  const hintId = useId();
  const active = source?.version ?? null;
  useHotkeys([["mod+S", run]], []);
  const faults = refusal?.faults.filter(({ file }) => file === open) ?? NONE;
  if (!edited) return source && <WithoutFiles version={source.version} begin={deploy && files.begin} />;
  const show = (file: string, line: number) => {
    files.show(file);
    setGoTo({ line });
  };
  return (
    <>
      {isOutdated && (
        <Outdated
          base={edited.base}
          active={active}
          deployments={deployments}
          keep={files.keep}
          discard={files.discard}
        />
      )}
      {refusal?.kind === "conflict" && !isOutdated && (
        <Alert color="yellow" variant="light" role="alert" className={classes.notice}>
          {refusal.message} Reload the page to see it. Your changes are kept.
        </Alert>
      )}
      <div className={classes.workspace}>
        <FileTabs
          paths={Object.keys(edited.files)}
          entry={edited.entry}
          open={open}
          faulty={new Set(refusal?.faults.flatMap(({ file }) => file ?? []))}
          show={files.show}
          changes={deploy && files}
        />
        <Suspense fallback={<pre className={classes.plain}>{edited.files[open]}</pre>}>
          {isHydrated ? (
            <CodeEditor
              key={files.turn}
              path={open}
              text={edited.files[open] ?? ""}
              faults={faults}
              goTo={goTo}
              isReadOnly={deploy === null}
              variables={variables}
              hintId={hintId}
              onChange={files.change}
              onDeploy={run}
            />
          ) : (
            <pre className={classes.plain}>{edited.files[open]}</pre>
          )}
        </Suspense>
        {refusal?.kind === "failed" && (
          <Problems refusal={refusal} isFile={(path) => Object.hasOwn(edited.files, path)} goTo={show} />
        )}
        <span id={hintId} className="visually-hidden">
          Press Escape, then Tab, to leave the editor.
        </span>
        <DeployBar
          state={stateText({ differs, isRestored: files.isRestored, base: edited.base })}
          discard={differs ? files.discard : null}
          message={message}
          setMessage={setMessage}
          isDeploying={isDeploying}
          isOutdated={isOutdated}
          deploy={deploy && run}
        />
      </div>
    </>
  );
}

const NONE: readonly never[] = [];

function stateText({ differs, isRestored, base }: { differs: boolean; isRestored: boolean; base: number | null }) {
  if (!differs) return base === null ? "Not deployed yet" : `Version ${base}, which answers now`;
  if (isRestored) return "Changes that you made before, kept in this browser and not deployed yet";
  return "Changes are kept in this browser until you deploy them";
}

interface ProblemsProps {
  refusal: DeployRefusal;
  /** Whether there is such a file to go to. */
  isFile: (path: string) => boolean;
  goTo: (file: string, line: number) => void;
}

/** Why a version wasn't deployed, with the places that are wrong. */
function Problems({ refusal: { message, faults }, isFile, goTo }: ProblemsProps) {
  const listed: readonly DeployFault[] = faults.length > 0 ? faults : [{ file: null, line: null, message }];
  return (
    <div role="alert" aria-label="Not deployed">
      <ul className={classes.problems}>
        {listed.map(({ file, line, message: text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            {file !== null && isFile(file) && (
              <>
                <button type="button" className={classes.place} onClick={() => goTo(file, line ?? 1)}>
                  {line === null ? file : `${file}:${line}`}
                </button>{" "}
              </>
            )}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
