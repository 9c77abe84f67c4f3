"use client";

import { useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import type { ProjectGuide } from "@/lib/web/resource";
import classes from "./set-up.module.css";

interface Props {
  guide: ProjectGuide;
  /** The key that was created on the page; `null` before. */
  secret: string | null;
}

/** The package, the settings filled in, and complete files to copy. */
export function CodeStep({ guide, secret }: Props) {
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
