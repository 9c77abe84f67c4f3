import { readFileSync } from "node:fs";
import { findLeaks, readUsedSecrets } from "../../tests/support/leaked-secrets.ts";

// Run by the pinned Node, which reads TypeScript: <file of used secrets> <log…>. Ends with 1 when a log holds a secret.
const [usedSecretsFile = "", ...logFiles] = process.argv.slice(2);
const secrets = readUsedSecrets(usedSecretsFile);
const leaks = findLeaks(secrets, new Map(logFiles.map((file) => [file, readFileSync(file, "utf8")])));
const places = leaks.slice(0, 20).map(({ place, before }) => `  ${place}, after: ${before}\n`);
process.stderr.write(`LG-01: looked for ${secrets.size} secrets, found ${leaks.length} times.\n${places.join("")}`);
process.exitCode = leaks.length > 0 ? 1 : 0;
