"use client";

import { IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { PageLink } from "@/components/ui/page-link";
import type { LatestSignIn } from "@/lib/sign-in/projects/resource";
import type { Outcome, ProjectGuide } from "@/lib/web/resource";
import { CodeStep } from "./code-step";
import { KeyStep } from "./key-step";
import { OriginForm } from "./origin-form";
import classes from "./set-up.module.css";
import { SignInStep } from "./sign-in-step";

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
