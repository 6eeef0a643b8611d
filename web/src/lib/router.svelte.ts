/** Which screen is shown: the path of the address, without a reload. */

export const route = $state({ path: location.pathname, query: location.search, hash: location.hash });

function read(): void {
  route.path = location.pathname;
  route.query = location.search;
  route.hash = location.hash;
}

addEventListener("popstate", read);

/** Shows another screen. */
export function goTo(path: string): void {
  history.pushState(null, "", path);
  read();
  scrollTo(0, 0);
}

/** Turns links of the page into changes of screen. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api")) return;
  event.preventDefault();
  goTo(link.pathname + link.search + link.hash);
}
