/** The plan of an event as it is typed into the form. */

export const TIE_BREAKS = [
  "net-levels",
  "levels",
  "wins",
  "head-to-head",
  "buchholz",
  "sonneborn-berger",
  "imps",
  "lot",
] as const;

export interface PlannedEntrant {
  id: string;
  name: string;
  club: string;
  players: string[];
}

/**
 * Entrants, one a line: `name, club: player, player`; club and players can be left out.
 * Their ids are numbers in the order of the lines.
 */
export function entrantsOf(text: string): PlannedEntrant[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.map((line, at) => {
    const [who, people = ""] = line.split(/[:：](.*)/s);
    const [name, club = ""] = listed(who);
    return { id: `n${at + 1}`, name: name ?? "", club, players: listed(people) };
  });
}

function listed(text: string): string[] {
  return text
    .split(/[,，、]/)
    .map((part) => part.trim())
    .filter(Boolean);
}
