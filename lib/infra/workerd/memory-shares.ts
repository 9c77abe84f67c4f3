/** A process of one project's function. */
export interface Holder {
  projectId: string;
  bytes: number;
  isIdle: boolean;
  lastUsedAt: number;
}

/** Returns the idle process to end where memory is short: of the project that uses most, the one unused for longest. */
export function idleToEnd<T extends Holder>(holders: readonly T[]): T | undefined {
  const used = bytesByProject(holders);
  const idle = holders.filter(({ isIdle }) => isIdle);
  const most = Math.max(...idle.map(({ projectId }) => used.get(projectId) ?? 0));
  return idle
    .filter(({ projectId }) => used.get(projectId) === most)
    .toSorted((one, other) => one.lastUsedAt - other.lastUsedAt)[0];
}

/** Returns what to end where all together use too much: of the project that uses most, an idle process or its largest. */
export function surplus<T extends Holder>(holders: readonly T[]): T | undefined {
  const greediest = ofGreediest(holders);
  return idleToEnd(greediest) ?? largestOf(greediest);
}

/**
 * Returns the process that makes room for a project which uses less than its share: the largest of the greediest
 * project, if that is more than its own share. `undefined` where nobody has too much, or the project itself has its
 * share.
 */
export function overShare<T extends Holder>(
  holders: readonly T[],
  { projectId, memoryBytes }: { projectId: string; memoryBytes: number },
): T | undefined {
  const used = bytesByProject(holders);
  const share = memoryBytes / new Set([...used.keys(), projectId]).size;
  const greediest = ofGreediest(holders);
  const isOver = greediest.reduce((sum, { bytes }) => sum + bytes, 0) > share;
  return isOver && (used.get(projectId) ?? 0) < share ? largestOf(greediest) : undefined;
}

function bytesByProject(holders: readonly Holder[]): Map<string, number> {
  const used = new Map<string, number>();
  for (const { projectId, bytes } of holders) used.set(projectId, (used.get(projectId) ?? 0) + bytes);
  return used;
}

function ofGreediest<T extends Holder>(holders: readonly T[]): T[] {
  const [greediest] = [...bytesByProject(holders)].toSorted(([, one], [, other]) => other - one);
  return holders.filter(({ projectId }) => projectId === greediest?.[0]);
}

const largestOf = <T extends Holder>(holders: readonly T[]) =>
  holders.toSorted((one, other) => other.bytes - one.bytes)[0];
