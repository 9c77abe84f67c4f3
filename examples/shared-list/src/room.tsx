import { useTopic } from "@coppice/realtime/react";
import { type FormEvent, useState } from "react";
import { Cursors } from "./cursors";
import { realtime } from "./realtime";

interface Item {
  id: string;
  text: string;
}

export function Room({ topic, name }: { topic: string; name: string }) {
  const [items, setItems] = useState<Item[]>([]);
  const [problem, setProblem] = useState("");
  const { status, error, send } = useTopic(realtime, topic, {
    onMessage: ({ payload }) => {
      const item = payload as Item;
      setItems((all) => [...all.filter(({ id }) => id !== item.id), item]);
    },
    onGap: () => setProblem("Some items are missing."),
  });
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    try {
      await send("added", { id: crypto.randomUUID(), text: new FormData(form).get("item") });
      form.reset();
    } catch (refusal) {
      setProblem((refusal as Error).message);
    }
  };
  return (
    <main>
      <h1>Shared list</h1>
      <p role="status">{error?.message ?? status}</p>
      {problem !== "" && <p role="alert">{problem}</p>}
      <form onSubmit={add}>
        <label>
          New item <input name="item" required />
        </label>
        <button type="submit">Add</button>
      </form>
      <ol aria-label="Items">
        {items.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ol>
      <Cursors topic={topic} name={name} />
    </main>
  );
}
