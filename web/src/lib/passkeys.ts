/** Passkeys, as browsers have them: made and asked for as the server says, and told to it. */

import { m } from "../paraglide/messages.js";
import { post } from "./api";

export interface Passkey {
  id: string;
  host: string;
  name: string;
  made: number;
  used: number | null;
}

/** Bytes are base64url in all of these. */
type Listed = { type: "public-key"; id: string }[];
export interface Order extends Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Listed;
}
interface Wish extends Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> {
  challenge: string;
  allowCredentials: Listed;
}
export type Answer = Record<"id" | "client_data" | "authenticator_data" | "signature" | "user_handle", string>;

/** Why there are no passkeys here, in words; nothing if there are. */
export function whyNone(): string {
  const numbers = /^[\d.]+$|^\[/.test(location.hostname);
  if (numbers || !isSecureContext) return m.passkeys_address();
  return "PublicKeyCredential" in window ? "" : m.passkeys_browser();
}

/** What this device may be called. */
export function deviceName(): string {
  const known = ["iPhone", "iPad", "Android", "Windows", "CrOS", "Mac", "Linux"];
  const found = known.find((name) => navigator.userAgent.includes(name));
  return found === "CrOS" ? "Chromebook" : (found ?? m.passkey());
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(buffer: ArrayBuffer | null): string {
  const plain = String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0)));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const listed = (some: Listed): PublicKeyCredentialDescriptor[] =>
  some.map(({ type, id }) => ({ type, id: bytesOf(id) }));

/** What the browser does with a passkey; what came between is said in words. */
async function done(work: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await work) as PublicKeyCredential;
  } catch (error) {
    const name = (error as Error).name;
    throw new Error(name === "InvalidStateError" ? m.passkey_there() : m.passkey_cancelled());
  }
}

/** Make a passkey; what the server is told of it. */
export async function made(order: Order): Promise<Record<"id" | "client_data" | "attestation", string>> {
  const publicKey = {
    ...order,
    challenge: bytesOf(order.challenge),
    user: { ...order.user, id: bytesOf(order.user.id) },
    excludeCredentials: listed(order.excludeCredentials),
  };
  const passkey = await done(navigator.credentials.create({ publicKey }));
  const response = passkey.response as AuthenticatorAttestationResponse;
  return {
    id: passkey.id,
    client_data: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
  };
}

/** Let a passkey say who one is. */
export async function answer(): Promise<Answer> {
  const wish = await post<Wish>("/api/account/passkeys/wish", {});
  const publicKey = {
    ...wish,
    challenge: bytesOf(wish.challenge),
    allowCredentials: listed(wish.allowCredentials),
  };
  const passkey = await done(navigator.credentials.get({ publicKey }));
  const response = passkey.response as AuthenticatorAssertionResponse;
  return {
    id: passkey.id,
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    user_handle: textOf(response.userHandle),
  };
}
