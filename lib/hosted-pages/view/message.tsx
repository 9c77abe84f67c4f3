export interface MessageProps {
  title: string;
  text: string;
  /** A sentence for the developer of the app, shown in development alone. */
  detail?: string | null;
  /** Where to go on from here. */
  links?: { href: string; text: string }[];
}

/** A hosted page of few words: what happened, and where to go from here. */
export function Message({ title, text, detail, links = [] }: MessageProps) {
  return (
    <section data-auth-ui="" data-part="message">
      <h1 data-part="title">{title}</h1>
      <p>{text}</p>
      {detail ? <p data-part="text">{detail}</p> : null}
      {links.map(({ href, text }) => (
        <p key={href}>
          <a href={href}>{text}</a>
        </p>
      ))}
    </section>
  );
}
