import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FRAMEWORKS, type Framework } from "@/lib/cli/snippets/frameworks";
import { readGuide } from "@/tests/support/guides/guide-blocks";

const SERVICE_URL = "http://localhost:3000";
const names = Object.keys(FRAMEWORKS) as (keyof typeof FRAMEWORKS)[];

/** A test in the browser makes apps of the output of `project snippets`: tests/e2e/apps/fresh-apps.test.ts. */
describe.each(names)("the guide to sign-in with %s", (name) => {
  const framework: Framework = FRAMEWORKS[name];
  const blocks = readGuide(`sign-in-${name}`);
  const values = {
    ...{ projectId: "p_…", publicKey: "pk_coppice_auth_…", sessionSecret: "…", serviceUrl: SERVICE_URL },
    appOrigin: framework.origins.find((origin) => origin !== SERVICE_URL) ?? "",
  };

  it("shows the files that the command prints", () => {
    const examples = framework.files.map((path) => {
      return { path, content: readFileSync(`examples/${framework.folder}/${path}`, "utf8") };
    });
    const printed = [framework.settings(values), ...examples].map(({ path, content }) => [path, content.trimEnd()]);
    const shown = blocks.flatMap(({ file, text }) => (file === null ? [] : [[file, text]]));
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(printed));
  });

  it("shows the commands that it prints", () => {
    const commands = blocks.filter(({ language, file }) => language === "sh" && file === null).map(({ text }) => text);
    expect(commands).toEqual(
      expect.arrayContaining([
        `npm run coppice -- project snippets "$COPPICE_PROJECT_ID" --framework ${name}`,
        `npm install ${SERVICE_URL}/packages/coppice-auth.tgz`,
        framework.serve(values).command,
      ]),
    );
  });
});
