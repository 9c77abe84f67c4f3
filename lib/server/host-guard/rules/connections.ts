import type { CustomerSession } from "../observe/sessions";
import type { Rule } from "../observe/snapshot";

/** With fewer slots free than this part, sessions end until it is free again. */
const FREE_SHARE = 0.15;

/**
 * When the slots run out, the organisation with the most sessions gives the surplus over its fair share back: idle
 * sessions first, the longest idle before the others, then the newest. Nobody within a fair share loses a session.
 */
export const connections: Rule = ({ sessions, connectionSlots, organisations }) => {
  const wanted = Math.ceil(FREE_SHARE * connectionSlots) - (connectionSlots - sessions.length);
  if (wanted <= 0) return [];
  const holders = Map.groupBy(sessions, ({ databaseId }) => organisations.get(databaseId) ?? databaseId);
  const fairShare = Math.floor(((1 - FREE_SHARE) * connectionSlots) / Math.max(holders.size, 2));
  const [largest = []] = [...holders.values()].sort((a, b) => b.length - a.length);
  const surplus = Math.min(wanted, largest.length - fairShare);
  return largest
    .toSorted(byWorth)
    .slice(0, Math.max(0, surplus))
    .map((session) => ({
      rule: "connections",
      session,
      measured: { sessions: largest.length, fairShare, slots: connectionSlots },
    }));
};

/** The least missed comes first. */
function byWorth(a: CustomerSession, b: CustomerSession): number {
  if ((a.state === "idle") !== (b.state === "idle")) return a.state === "idle" ? -1 : 1;
  return a.state === "idle" ? b.stateSeconds - a.stateSeconds : a.stateSeconds - b.stateSeconds;
}
