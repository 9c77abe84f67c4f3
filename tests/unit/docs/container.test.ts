import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/core/env";

const dockerfile = readFileSync("deploy/Dockerfile", "utf8");
const compose = readFileSync("deploy/compose.yaml", "utf8");

/** The variables of the image, as its `ENV` lines set them. */
const variables = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) => line.split(" ").map((each) => each.split("="))),
);

test("the image has every variable that it sets from the settings, and exposes its ports", () => {
  const environment = readEnvironment(variables);
  expect(environment).toMatchObject({ host: "0.0.0.0", postgres: { bin: "/usr/lib/postgresql/18/bin" } });
  const { port, contentPort } = environment;
  expect(dockerfile).toContain(`EXPOSE ${port} ${contentPort}\n`);
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/live`);
  for (const each of [port, contentPort]) expect(compose).toContain(`"127.0.0.1:${each}:${each}"`);
});

test("the data that an image keeps lies in its volume", () => {
  const [, volume = "none"] = /^VOLUME (.+)$/m.exec(dockerfile) ?? [];
  expect(readEnvironment(variables).dataDir.startsWith(`${volume}/`)).toBe(true);
  expect(compose).toContain(`- data:${volume}\n`);
});
