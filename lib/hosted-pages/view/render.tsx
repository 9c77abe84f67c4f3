import { renderToStaticMarkup, renderToString } from "react-dom/server.browser";
import { Account } from "./account";
import { Decision } from "./decision";
import { Document, type DocumentProps } from "./document";
import type { HostedAuthProps } from "./hosted-auth";
import { HostedView } from "./hosted-view";
import { JoinForm } from "./join-form";
import { Message } from "./message";
import { PostedForm } from "./posted-form";
import { SetUp } from "./set-up";
import { SetUpTrial } from "./set-up-trial";
import { SIGN_IN_VIEWS } from "./sign-in-views";
import { ID_PREFIX, VIEW_DATA_ID, VIEW_ID, type View } from "./view";

/** Addresses of the build's files. */
declare const STYLES: string;
declare const SCRIPTS: { signIn: string; account: string };

/** Views that nothing takes over. */
const STATIC: ReadonlySet<View["name"]> = new Set([
  ...(["message", "posted-form", "decision", "join-form", "set-up", "set-up-trial"] as const),
]);
const VIEWS = { ...SIGN_IN_VIEWS, account: Account };

export interface HostedPageProps extends DocumentProps {
  view: View;
  client: HostedAuthProps | null;
}

/** A whole hosted page as HTML. A view without anything to take over comes without scripts. */
export function renderHostedPage({ view, client, ...page }: HostedPageProps): string {
  const assets = { styles: STYLES, script: page.isPreview ? null : scriptOf(view) };
  const html = renderToStaticMarkup(
    <Document {...page} assets={assets}>
      <Content view={view} client={client} isPreview={page.isPreview} />
    </Document>,
  );
  return `<!doctype html>${html}`;
}

function Content({ view, client, isPreview }: Pick<HostedPageProps, "view" | "client" | "isPreview">) {
  if (view.name === "message") return <Message {...view.props} />;
  if (view.name === "posted-form") return <PostedForm {...view.props} />;
  if (view.name === "decision") return <Decision {...view.props} />;
  if (view.name === "join-form") return <JoinForm {...view.props} />;
  if (view.name === "set-up") return <SetUp {...view.props} />;
  if (view.name === "set-up-trial") return <SetUpTrial {...view.props} />;
  if (client === null) throw new Error(`the view ${view.name} needs a client`);
  const markup = renderToString(<HostedView views={VIEWS} {...{ view, client }} />, { identifierPrefix: ID_PREFIX });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has made it a line above
  const shown = <div id={VIEW_ID} dangerouslySetInnerHTML={{ __html: markup }} />;
  if (isPreview) return shown;
  const data = toScriptText({ view, client });
  return (
    <>
      {shown}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: entities mean nothing in a script element */}
      <script id={VIEW_DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
    </>
  );
}

function scriptOf({ name }: View): string | null {
  if (STATIC.has(name)) return null;
  return name === "account" ? SCRIPTS.account : SCRIPTS.signIn;
}

/** No text can end the script element or open another. */
function toScriptText(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
