import { useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HostedView, type Views } from "./hosted-view";
import { ID_PREFIX, VIEW_DATA_ID, VIEW_ID, type ViewData } from "./view";

/** Takes over the view that the page came with. */
export function hydrate(views: Views): void {
  const place = document.getElementById(VIEW_ID);
  const data = document.getElementById(VIEW_DATA_ID)?.textContent;
  if (!place || !data) throw new Error("the page has no view");
  hydrateRoot(place, <Interactive views={views} {...(JSON.parse(data) as ViewData)} />, {
    identifierPrefix: ID_PREFIX,
  });
}

function Interactive(props: ViewData & { views: Views }) {
  useEffect(() => void performance.mark("interactive"), []);
  return <HostedView {...props} />;
}
