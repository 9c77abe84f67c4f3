import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Room } from "./room";

const search = new URLSearchParams(location.search);

createRoot(document.querySelector("#root") as HTMLElement).render(
  <StrictMode>
    <Room topic={search.get("topic") ?? "room:1"} name={search.get("name") ?? "Someone"} />
  </StrictMode>,
);
