import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

/** The folders of each suite. */
export const SUITES = {
  unit: ["tests/unit", "tests/package"],
  integration: ["tests/integration"],
  conformance: ["tests/conformance"],
  e2e: ["tests/e2e"],
};
export const STAGES = ["verify", ...Object.keys(SUITES)];

/** A literal that an option, a function or the name of one follows, as titles are written. */
const TITLE = /(["'`])((?:\\.|(?!\1).)+)\1,\s*(?:\{|\(|async\b|\w+\s*=>)/g;

/** A word that selects nothing. */
export class NothingSelected extends Error {}

/**
 * Returns the selection of the words of `npm test -- <words>`: the stages, the files of each suite and the titles of
 * the tests, where `null` stands for all. Names of stages choose stages. Another word chooses the files whose path has
 * it or, when there is none, the tests whose title has it. Several words choose the files of each, and of these the
 * tests of each. Throws `NothingSelected`.
 */
export function select(words, files = listTestFiles(), read = readTestFile) {
  const named = STAGES.filter((stage) => words.includes(stage));
  const filters = words.filter((word) => !STAGES.includes(word));
  if (filters.length === 0) return { stages: named.length > 0 ? named : STAGES, files: null, titles: null };
  const isOpen = !named.some((stage) => stage in SUITES);
  const suites = Object.keys(SUITES).filter((suite) => isOpen || named.includes(suite));
  const searched = files.filter((file) => suites.includes(suiteOf(file)));
  const paths = filters.filter((word) => searched.some((file) => has(file, word)));
  const inPaths = searched.filter((file) => paths.length === 0 || paths.some((word) => has(file, word)));
  const { files: chosen, titles } = narrowByTitle(
    filters.filter((word) => !paths.includes(word)),
    inPaths,
    read,
  );
  return {
    stages: STAGES.filter((stage) => named.includes(stage) || chosen.some((file) => suiteOf(file) === stage)),
    files: Object.fromEntries(suites.map((suite) => [suite, chosen.filter((file) => suiteOf(file) === suite)])),
    titles,
  };
}

/** Returns the rest of a selection when only these files are run: `verify` as it was, and the stages with files. */
export function narrow(selection, reached, files = listTestFiles()) {
  const left = (suite) => {
    const own = selection.files?.[suite] ?? files.filter((file) => suiteOf(file) === suite);
    return own.filter((file) => reached.includes(file));
  };
  const suites = Object.keys(SUITES).filter((suite) => selection.stages.includes(suite) && left(suite).length > 0);
  return {
    ...selection,
    stages: selection.stages.filter((stage) => !(stage in SUITES) || suites.includes(stage)),
    files: Object.fromEntries(suites.map((suite) => [suite, left(suite)])),
  };
}

/** Returns those of these files with a title that has one of the words, and these titles. */
function narrowByTitle(words, files, read) {
  if (words.length === 0) return { files, titles: null };
  const found = files.map((file) => {
    const titles = findTitles(read(file));
    return { file, titles: titles.filter((title) => words.some((word) => has(title, word))) };
  });
  const titles = [...new Set(found.flatMap(({ titles }) => titles))];
  const unknown = words.find((word) => !titles.some((title) => has(title, word)));
  if (unknown !== undefined) {
    throw new NothingSelected(
      `No stage, and no path or title of the tests searched has "${unknown}"; the stages are ${STAGES.join(", ")}.`,
    );
  }
  return { files: found.filter(({ titles }) => titles.length > 0).map(({ file }) => file), titles };
}

/** The titles in the text of a test file. A title that is put together holds its parts as they are written. */
export function findTitles(text) {
  return [...text.matchAll(TITLE)].map(([, , title]) => title);
}

/** The places of values in a title that is put together: `%s`, `$name` and `${name}`. */
const VALUE = /%[a-zA-Z#$]|\$\{[^}]*\}|\$\w[\w.]*/;

/** A regular expression, as text, that finds tests with one of these titles. */
export function patternOf(titles) {
  const literally = (text) => text.replace(/\\(["'`])/g, "$1").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return titles.map((title) => title.split(VALUE).map(literally).join(".*")).join("|");
}

function has(text, word) {
  return text.toLowerCase().includes(word.toLowerCase());
}

function suiteOf(file) {
  return Object.keys(SUITES).find((suite) => SUITES[suite].some((folder) => file.startsWith(`${folder}/`)));
}

function listTestFiles() {
  return Object.values(SUITES)
    .flat()
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .sort();
}

function readTestFile(file) {
  return readFileSync(join(root, file), "utf8");
}
