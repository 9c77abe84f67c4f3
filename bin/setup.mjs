#!/usr/bin/env node
// Brings a checkout into the state a command needs. Built-in modules only, since nothing is installed at first.
import { installPackages } from "./setup/packages.mjs";
import { SetupError } from "./setup/run-command.mjs";

const [nodeMajor] = process.versions.node.split(".");
const say = (text) => process.stderr.write(text);

/** The steps that the commands need, each once and in order. A step answers whether it had anything to do. */
async function stepsOf(commands) {
  const build = await import("./setup/build.mjs");
  const { packClientPackages } = await import("./setup/client-packages.mjs");
  const programs = await import("./setup/test-programs.mjs");
  const sources = [
    ["Database client", build.generatePrismaClient],
    ["Route table", build.generateRouteTables],
  ];
  const bundles = ["Server bundle", build.bundleServer];
  const assets = [
    ["API reference", build.copyApiReference],
    ["Hosted pages", build.bundleHostedPages],
    ["Client packages", packClientPackages],
  ];
  const served = [...sources, ...assets, bundles, ["Pages", build.buildPages]];
  const browser = ["Chromium for the tests", programs.findChromium];
  const servers = [
    ["Redis for the tests", programs.findRedis],
    ["XFS for the tests", programs.findXfs],
    ["Bubblewrap for the tests", programs.findBubblewrap],
  ];
  const company = ["SimpleSAMLphp for the tests", programs.findSimpleSamlPhp];
  const whole = ["Pages and API of Next alone, for the tests", build.buildWhole];
  const guides = ["Programs of the guides for the tests", programs.findGuidePrograms];
  const everything = [...served, whole, browser, ...servers, company, guides];
  const steps = {
    start: served,
    dev: [...sources, ...assets],
    cli: [...sources, bundles],
    verify: sources,
    unit: [...sources, ...assets],
    integration: [...served, browser, ...servers, company],
    conformance: [...served, whole, ...servers, guides],
    e2e: [...served, browser],
    pictures: [...served, browser],
    test: everything,
    bench: everything,
  };
  if (commands.length === 0 || !commands.every((command) => command in steps)) {
    throw new SetupError(`Usage: node bin/setup.mjs ${Object.keys(steps).join("|")} …`);
  }
  const needed = new Set(commands.flatMap((command) => steps[command]));
  return [["Packages", installPackages], ...everything.filter((step) => needed.has(step))];
}

async function run(commands) {
  for (const [name, step] of await stepsOf(commands)) {
    const startedAt = performance.now();
    const notice = setTimeout(() => say(`${name} …\n`), 500);
    try {
      const didWork = await step();
      if (didWork) say(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    } catch (error) {
      if (error instanceof SetupError) throw new SetupError(`${name}: ${error.message}`);
      if (error?.code === "ENOSPC") throw new SetupError(`${name}: the disk is full. Free some space and try again.`);
      throw error;
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
