import { renderToStaticMarkup, renderToString } from "react-dom/server.browser";
import { Account } from "./account";
import { DeviceRequest } from "./device-request";
import { Document, type DocumentProps } from "./document";
import type { HostedAuthProps } from "./hosted-auth";
import { HostedView } from "./hosted-view";
import { Message } from "./message";
import { PostedForm } from "./posted-form";
import { SIGN_IN_VIEWS } from "./sign-in-views";
import { ID_PREFIX, VIEW_DATA_ID, VIEW_ID, type View } from "./view";

/** Addresses of what the build has made. */
declare const STYLES: string;
declare const SCRIPTS: { signIn: string; account: string };

const VIEWS = { ...SIGN_IN_VIEWS, account: Account };

export interface HostedPageProps extends DocumentProps {
  view: View;
  client: HostedAuthProps | null;
}

/** A whole hosted page as HTML. A view without anything to take over comes without scripts. */
export function renderHostedPage({ view, client, ...page }: HostedPageProps): string {
  const assets = { styles: STYLES, script: scriptOf(view) };
  const html = renderToStaticMarkup(
    <Document {...page} assets={assets}>
      <Content view={view} client={client} />
    </Document>,
  );
  return `<!doctype html>${html}`;
}

function Content({ view, client }: Pick<HostedPageProps, "view" | "client">) {
  if (view.name === "message") return <Message {...view.props} />;
  if (view.name === "posted-form") return <PostedForm {...view.props} />;
  if (view.name === "device-request") return <DeviceRequest {...view.props} />;
  if (client === null) throw new Error(`the view ${view.name} needs a client`);
  const markup = renderToString(<HostedView views={VIEWS} {...{ view, client }} />, { identifierPrefix: ID_PREFIX });
  const data = toScriptText({ view, client });
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React has made it a line above */}
      <div id={VIEW_ID} dangerouslySetInnerHTML={{ __html: markup }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: entities mean nothing in a script element */}
      <script id={VIEW_DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
    </>
  );
}

function scriptOf({ name }: View): string | null {
  if (name === "message" || name === "posted-form" || name === "device-request") return null;
  return name === "account" ? SCRIPTS.account : SCRIPTS.signIn;
}

/** No text can end the script element or open another. */
function toScriptText(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
