/** Where others reach this server: a page opened on the server's own machine is at an address only that machine has. */

import { get } from "./api";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** Whether others can come to this server, as far as is known; addresses: what it tells of itself. */
export function isShared(addresses: string[] = []): boolean {
  return addresses.length > 0 || !LOCAL.includes(location.hostname);
}

/** The beginning of links that are given to others. */
export class Reach {
  base = $state(location.origin);
  /** Nobody else reaches it, as far as is known. */
  alone = $state(false);

  constructor() {
    if (!LOCAL.includes(location.hostname)) return;
    get<{ addresses?: string[] }>("/api/home").then(
      ({ addresses }) => {
        if (addresses?.length) this.base = addresses[0].replace(/\/$/, "");
        else this.alone = true;
      },
      () => (this.alone = true),
    );
  }
}
