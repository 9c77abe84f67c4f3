"use client";

import { Loader } from "@mantine/core";
import { IconCircleCheckFilled } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import type { FormAction } from "@/components/ui/form-action";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { StatusWord } from "@/components/ui/status-word";
import type { LatestSignIn } from "@/lib/sign-in/projects/resource";
import type { Outcome, ProjectGuide } from "@/lib/web/resource";
import { useRefresh } from "../../charts/use-refresh";
import { KeyStep } from "./key-step";
import { OriginForm } from "./origin-form";
import classes from "./set-up.module.css";

interface Props {
  /** The address of the project's pages. */
  home: string;
  guide: ProjectGuide;
  origins: readonly string[];
  publicKeys: number;
  /** Allows an origin; `null` for a member who may not. */
  addOrigin: FormAction | null;
  createKey: ((name: string) => Promise<Outcome<{ secret: string }>>) | null;
  seen: LatestSignIn | undefined;
  hostedPage: string;
}

/** Leads from a new project to the first sign-in. Steps are ticked as they are seen to be done. */
export function Guide(props: Props) {
  const { home, guide, origins, publicKeys, addOrigin, createKey, seen, hostedPage } = props;
  const [secret, setSecret] = useState<string | null>(null);
  const needsKey = guide.needsPublicKey;
  return (
    <section aria-labelledby="set-up">
      <h2 id="set-up" className="visually-hidden">
        Set up
      </h2>
      <ol className={classes.steps}>
        <GuideStep number={1} title="Choose your framework" isDone>
          <nav aria-label="Frameworks" className={classes.choices}>
            {guide.frameworks.map(({ name, label }) => (
              <PageLink
                key={name}
                href={`${home}?framework=${name}`}
                className={classes.choice}
                aria-current={name === guide.chosen ? "true" : undefined}
                replace
                scroll={false}
              >
                {label}
              </PageLink>
            ))}
          </nav>
        </GuideStep>
        <GuideStep number={2} title="Say where your app runs" isDone={origins.length > 0}>
          <p>
            Only pages of these origins can use the project: scheme, host and port, such as https://app.example.com or{" "}
            {guide.usualOrigin}.
          </p>
          {origins.length > 0 && (
            <ul className={classes.origins} aria-label="Allowed origins">
              {origins.map((origin) => (
                <li key={origin}>
                  <code>{origin}</code>
                </li>
              ))}
            </ul>
          )}
          {addOrigin && <OriginForm usual={origins.length > 0 ? "" : guide.usualOrigin} add={addOrigin} />}
        </GuideStep>
        {needsKey && (
          <GuideStep number={3} title="Create a public key" isDone={secret !== null || publicKeys > 0}>
            <KeyStep
              existing={publicKeys}
              keysPage={`${home}/keys`}
              secret={secret}
              create={createKey && (() => createKey(guide.keyName))}
              show={setSecret}
            />
          </GuideStep>
        )}
        <GuideStep number={needsKey ? 4 : 3} title="Add it to your app" isDone={seen !== undefined}>
          <CodeStep guide={guide} secret={secret} />
        </GuideStep>
        <GuideStep number={needsKey ? 5 : 4} title="Sign in once" isDone={seen !== undefined}>
          <SignInStep seen={seen} hostedPage={hostedPage} />
        </GuideStep>
      </ol>
    </section>
  );
}

interface GuideStepProps {
  number: number;
  title: string;
  isDone?: boolean;
  children: ReactNode;
}

/** A step of the guide, ticked once it is seen to be done. */
function GuideStep({ number, title, isDone = false, children }: GuideStepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden>
        {isDone ? <IconCircleCheckFilled size={20} /> : number}
      </span>
      <h3 className={classes.title}>
        {title}
        {isDone && <span className="visually-hidden"> (done)</span>}
      </h3>
      <div className={classes.body}>{children}</div>
    </li>
  );
}

interface CodeStepProps {
  guide: ProjectGuide;
  /** The key that was created on the page; `null` before. */
  secret: string | null;
}

/** The package, the settings filled in, and complete files to copy. */
function CodeStep({ guide, secret }: CodeStepProps) {
  const { install, settings, files, serve, keyPlace, secretPlace } = guide;
  // The page is read anew while it waits, and the text that somebody may have copied stays.
  const [sessionSecret] = useState(guide.sessionSecret);
  const filled = settings.content.replaceAll(keyPlace, secret ?? keyPlace).replaceAll(secretPlace, sessionSecret);
  return (
    <>
      <p>In the folder of your app:</p>
      <CopyField label="Install command" text={install} />
      <p className={classes.file}>{settings.path}</p>
      <CopyField label={settings.path} text={filled.trimEnd()} />
      <p>Then add {files.length === 1 ? "this file" : `these ${files.length} files`}:</p>
      <div className={classes.files}>
        {files.map(({ path, content }) => (
          <details key={path}>
            <summary className={classes.file}>{path}</summary>
            <div>
              <CopyField label={path} text={content.trimEnd()} />
            </div>
          </details>
        ))}
      </div>
      <p>Start it, then open {serve.address}:</p>
      <CopyField label="Start command" text={serve.command} />
    </>
  );
}

const REFRESH_MS = 2_000;

interface SignInStepProps {
  /** The latest sign-in; `undefined` before the first, which the page waits for. */
  seen: LatestSignIn | undefined;
  /** The project's hosted page. */
  hostedPage: string;
}

/** Leads to the hosted page, and waits for the first sign-in, wherever it happens. */
function SignInStep({ seen, hostedPage }: SignInStepProps) {
  useRefresh(seen ? null : REFRESH_MS);
  return (
    <>
      <p>
        Sign up in your app, or right now on the{" "}
        <a href={hostedPage} target="_blank" rel="noreferrer">
          hosted sign-up page
        </a>
        , which every project has.
      </p>
      <div role="status">
        {seen ? (
          <StatusWord kind="good">
            {seen.email ?? "A user"} signed in <Moment at={seen.at} />
          </StatusWord>
        ) : (
          <span className={classes.meta}>
            <Loader size={12} mr="xs" aria-hidden />
            Waiting for the first sign-in
          </span>
        )}
      </div>
    </>
  );
}
