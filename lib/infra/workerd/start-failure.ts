const LONGEST = 2_000;
/** The runtime's messages about itself and its surroundings, which concern no function. */
const NOISE = /^(Unable to find and open the program|stack: |\*\*\* |workerd\/|bwrap: )/;

/** Returns the runtime's message about a start that failed, as the function's author can use it. */
export function describeStartFailure(output: string): string {
  const lines = output
    .split("\n")
    .map((line) => line.replace(/^service function: /, "").trimEnd())
    .filter((line) => line !== "" && !NOISE.test(line));
  return lines.join("\n").slice(0, LONGEST) || "The function's process ended at its start.";
}
