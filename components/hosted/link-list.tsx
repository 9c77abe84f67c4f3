/** Where to go on from a message. */
export function LinkList({ links }: { links: { href: string; text: string }[] }) {
  return (
    <>
      {links.map(({ href, text }) => (
        <p key={href}>
          <a href={href}>{text}</a>
        </p>
      ))}
    </>
  );
}
