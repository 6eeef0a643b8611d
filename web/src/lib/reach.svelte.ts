/** Where others reach this server: a page opened on the server's own machine is at an address only that machine has. */

import { get } from "./api";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

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
