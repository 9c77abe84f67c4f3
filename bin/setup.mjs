#!/usr/bin/env node
// Brings a checkout into the state a command needs. Built-in modules only, since nothing is installed at first.
import { installAllPackages, installBenchPackages, installServedPackages } from "./setup/packages.mjs";
import { asSetupFailure, SetupError } from "./setup/run-command.mjs";

const [nodeMajor] = process.versions.node.split(".");
const say = (text) => process.stderr.write(text);

const PACKAGES = {
  served: ["Packages: downloading and unpacking those that serve and build", "a minute", installServedPackages],
  all: ["Packages: downloading and unpacking everything, for the tests too", "two minutes", installAllPackages],
  bench: ["Packages of the benchmark", "half a minute", installBenchPackages],
};
/** The commands that need no more packages than the service. */
const SERVED = new Set(["start", "dev", "cli"]);

/** The steps that the commands need, each once and in order: its task, how long it usually takes, and the work. */
async function stepsOf(commands) {
  const build = await import("./setup/build.mjs");
  const { findChromium } = await import("./setup/chromium.mjs");
  const { bringPrismaClient } = await import("./setup/prisma-client.mjs");
  const { packClientPackages } = await import("./setup/client-packages.mjs");
  const { findPostgresClient } = await import("./setup/postgres-client.mjs");
  const programs = await import("./setup/test-programs.mjs");
  const sources = [
    ["Database client", "a second", bringPrismaClient],
    ["Route table", "a second", build.generateRouteTables],
  ];
  const bundles = ["Server: bundling it", "some seconds", build.bundleServer];
  const assets = [
    ["API reference", "a second", build.unpackApiReference],
    ["Hosted pages: bundling them", "some seconds", build.bundleHostedPages],
    ["Client packages: building and packing them", "ten seconds", packClientPackages],
  ];
  const served = [...sources, ...assets, bundles, ["Pages: building them", "half a minute", build.buildPages]];
  const browser = ["Chromium for the tests", "a minute", findChromium];
  const servers = [
    ["Redis for the tests", "some seconds", programs.findRedis],
    ["XFS for the tests", "some seconds", programs.findXfs],
    ["Bubblewrap for the tests", "some seconds", programs.findBubblewrap],
  ];
  const client = ["PostgreSQL's client for the tests", "ten seconds", findPostgresClient];
  const company = ["SimpleSAMLphp for the tests", "half a minute", programs.findSimpleSamlPhp];
  const routes = ["API of Next alone, for the tests", "half a minute", build.buildRoutes];
  const guides = ["Programs of the guides for the tests", "a minute", programs.findGuidePrograms];
  const everything = [...served, routes, browser, ...servers, client, company, guides];
  const steps = {
    start: served,
    dev: [...sources, ...assets],
    cli: [...sources, bundles],
    verify: sources,
    unit: [...sources, ...assets],
    integration: [...served, browser, ...servers, client, company],
    conformance: [...served, routes, ...servers, guides],
    e2e: [...served, browser],
    pictures: [...served, browser],
    test: everything,
    bench: everything,
  };
  if (commands.length === 0 || !commands.every((command) => command in steps)) {
    throw new SetupError(`Usage: node bin/setup.mjs ${Object.keys(steps).join("|")} …`);
  }
  const needed = new Set(commands.flatMap((command) => steps[command]));
  return [...packagesFor(commands), ...everything.filter((step) => needed.has(step))];
}

function packagesFor(commands) {
  const ofRoot = commands.every((command) => SERVED.has(command)) ? PACKAGES.served : PACKAGES.all;
  return commands.includes("bench") ? [ofRoot, PACKAGES.bench] : [ofRoot];
}

/**
 * Announces a step that takes longer than a moment, before and after it. A step answers whether it had anything to do.
 */
async function run(commands) {
  for (const [title, usually, step] of await stepsOf(commands)) {
    const [name] = title.split(":", 1);
    const startedAt = performance.now();
    const notice = setTimeout(() => say(`${title} (usually ${usually}) …\n`), 500);
    try {
      const didWork = await step();
      if (didWork) say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      throw asSetupFailure(name, error);
    } finally {
      clearTimeout(notice);
    }
  }
}

try {
  if (Number(nodeMajor) < 20) throw new SetupError(`Node.js 20 or later is required. This is ${process.version}.`);
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(`${error.message}\n`);
  process.exitCode = 1;
}
