export interface MessageProps {
  title: string;
  text: string;
  /** The things that the text speaks of, one by one. */
  items?: readonly string[];
  /** A sentence for the developer of the app, shown in development alone. */
  detail?: string | null;
  /** The links by which the reader goes on. */
  links?: { href: string; text: string }[];
}

/** A hosted page of few words: the event, and the next step. */
export function Message({ title, text, items = [], detail, links = [] }: MessageProps) {
  return (
    <section data-auth-ui="" data-part="message">
      <h1 data-part="title">{title}</h1>
      <p>{text}</p>
      {items.length === 0 ? null : (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {detail ? <p data-part="text">{detail}</p> : null}
      {links.map(({ href, text }) => (
        <p key={href}>
          <a href={href}>{text}</a>
        </p>
      ))}
    </section>
  );
}
