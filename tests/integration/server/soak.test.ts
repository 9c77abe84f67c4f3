import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CleanUp } from "@/tests/bench/clean-up";
import { COMPONENTS } from "@/tests/bench/faults/kinds";
import { SeededRandom } from "@/tests/bench/faults/random";
import { temporaryFolder } from "@/tests/bench/service";
import { memoryOf } from "@/tests/bench/soak/memory";
import { Soak } from "@/tests/bench/soak/soak";
import { placePrograms } from "@/tests/support/bundled-programs";

const SEED = Number(process.env.COPPICE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Several times the memory of any component; `npm run bench -- soak` looks for slow growth. */
const MOST_BYTES = 512 * 1024 ** 2;

// Inside the repository, so that the packages are found.
const built = join(process.cwd(), ".setup", "tests", `soak-${process.pid}`);
const cleanUp = new CleanUp();

beforeAll(() => placePrograms(built));
afterAll(() => cleanUp.run());

test(`RF-31: nothing acknowledged is lost when each component is killed amid mixed traffic (COPPICE_TEST_SEED=${SEED})`, {
  timeout: 900_000,
}, async () => {
  const program = join(built, "server.js");
  const soak = await Soak.begin(cleanUp, await temporaryFolder(cleanUp), { seed: SEED, program });
  for (const kind of new SeededRandom(SEED).shuffled(COMPONENTS)) await soak.kill(kind);
  for (const bytes of memoryOf(soak.stage.service).values()) expect(bytes).toBeLessThan(MOST_BYTES);
  const violations = (await soak.end()).flatMap(({ name, violations }) => violations.map((one) => `${name}: ${one}`));
  expect(violations.slice(0, 20)).toEqual([]);
});
