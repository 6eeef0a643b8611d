import { afterEach, describe, expect, test, vi } from "vitest";
import { m } from "../paraglide/messages.js";
import { bytesOf, deviceName, textOf, whyNone } from "./passkeys";

vi.mock("./api", () => ({ post: vi.fn() })); // it wants a whole browser
afterEach(() => vi.unstubAllGlobals());

function at(hostname: string, safe: boolean, known = true): string {
  vi.stubGlobal("location", { hostname });
  vi.stubGlobal("isSecureContext", safe);
  vi.stubGlobal("window", known ? { PublicKeyCredential: {} } : {});
  return whyNone();
}

describe("passkeys", () => {
  test("are where the page is safe and has a name", () => {
    expect(at("cards.example.org", true)).toBe("");
    expect(at("localhost", true)).toBe("");
    expect(at("127.0.0.1", true)).toBe(m.passkeys_address());
    expect(at("[::1]", true)).toBe(m.passkeys_address());
    expect(at("cards.example.org", false)).toBe(m.passkeys_address());
    expect(at("cards.example.org", true, false)).toBe(m.passkeys_browser());
  });

  test("travel as base64url", () => {
    for (const size of [0, 1, 2, 3, 64]) {
      const bytes = Uint8Array.from({ length: size }, (_, at) => 255 - at);
      expect(bytesOf(textOf(bytes.buffer))).toEqual(bytes);
    }
    expect(textOf(Uint8Array.of(251, 255, 254).buffer)).toBe("-__-");
  });

  test("are called after the device", () => {
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)" });
    expect(deviceName()).toBe("iPhone");
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (Linux; Android 15)" });
    expect(deviceName()).toBe("Android");
    vi.stubGlobal("navigator", { userAgent: "something" });
    expect(deviceName()).toBe(m.passkey());
  });
});
