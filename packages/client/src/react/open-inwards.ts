/** Makes the menu open towards the middle of the page. */
export function openInwards(menu: HTMLElement): void {
  const { left, right } = menu.getBoundingClientRect();
  menu.dataset.opens = (left + right) / 2 < window.innerWidth / 2 ? "right" : "left";
}
