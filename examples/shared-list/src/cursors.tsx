import { usePresence } from "@coppice/realtime/react";
import { useEffect, useState } from "react";
import { realtime } from "./realtime";

/** The people who are there, and a mark at each one's cursor. */
export function Cursors({ topic, name }: { topic: string; name: string }) {
  const [cursor, setCursor] = useState({ x: 0, y: 0 });
  const { members } = usePresence(realtime, topic, { name, ...cursor });
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent) => setCursor({ x: clientX, y: clientY });
    addEventListener("pointermove", follow);
    return () => removeEventListener("pointermove", follow);
  }, []);
  return (
    <ul aria-label="Who is there">
      {members.map(({ id, state }) => (
        <li key={id}>
          {String(state.name)}
          <span
            aria-hidden
            style={{ position: "fixed", left: Number(state.x), top: Number(state.y), pointerEvents: "none" }}
          >
            ⬉
          </span>
        </li>
      ))}
    </ul>
  );
}
