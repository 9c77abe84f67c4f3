import { createRealtime } from "@coppice/realtime";
import { usePresence, useTopic } from "@coppice/realtime/react";
import { type ReactNode, StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

declare const CONFIGURATION: { projectId: string; publicKey: string; apiOrigin: string };

const search = new URLSearchParams(location.search);
const realtime = createRealtime(CONFIGURATION);
const name = search.get("name") ?? "";

/** A list that everyone adds to, and where the pointers of all are. */
function Room({ topic }: { topic: string }): ReactNode {
  const [items, setItems] = useState<string[]>([]);
  const [gaps, setGaps] = useState(0);
  const [text, setText] = useState("");
  const [pointer, setPointer] = useState(0);
  const { status, error, send } = useTopic(realtime, topic, {
    onMessage: ({ payload }) => setItems((all) => [...all, String(payload)]),
    onGap: () => setGaps((count) => count + 1),
  });
  const { members } = usePresence(realtime, topic, { name, pointer });
  return (
    <main onPointerMove={({ clientX }) => setPointer(clientX)}>
      <h1>Shared list</h1>
      <p role="status">{error?.message ?? status}</p>
      <p data-testid="gaps">{gaps}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setText("");
          void send("added", text);
        }}
      >
        <label>
          New item <input value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <button type="submit">Add</button>
      </form>
      <ol aria-label="Items">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <ul aria-label="Who is there">
        {members.map(({ id, state }) => (
          <li key={id}>{`${state.name} at ${state.pointer}`}</li>
        ))}
      </ul>
    </main>
  );
}

const root = document.querySelector("#root");
if (!root) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <Room topic={search.get("topic") ?? "room:1"} />
  </StrictMode>,
);
