/** House rules a player has kept: a name and the ruleset as text. */

export interface House {
  name: string;
  text: string;
}

const KEY = "tuolaji.houses";

function kept(): House[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export const houses = $state<House[]>(kept());

function write(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(houses));
  } catch {
    // a browser without storage keeps them till it is closed
  }
}

/** Keeps house rules under a name, in place of older ones of that name. */
export function keep(house: House): void {
  const at = houses.findIndex((one) => one.name === house.name);
  if (at >= 0) houses[at] = house;
  else houses.push(house);
  write();
}

export function forget(name: string): void {
  const at = houses.findIndex((one) => one.name === name);
  if (at >= 0) houses.splice(at, 1);
  write();
}

/** The name of a ruleset among the kept ones; none if it has none there. */
export function houseName(text: string): string | undefined {
  return houses.find((one) => one.text === text)?.name;
}

/** A link that shows these house rules to somebody else. */
export function houseLink(house: House): string {
  const query = new URLSearchParams({ r: house.text, name: house.name });
  return `${location.origin}/house?${query}`;
}
