/** What can be searched: a switch with its words, and those that players have for it. */
export interface Findable {
  name: string;
  title: string;
  about: string;
  said: string;
  values: { text: string }[];
}

const COMMON = new Set(["the", "and", "are", "not", "for", "with", "have", "has", "can", "must", "you", "your", "who"]);
const SHORTEST = 3;
const STEM = 4;
const ENOUGH = 0.5;

/** The parts of a text to look for: words without their endings, and each two Chinese signs in a row. */
function parts(text: string): string[] {
  const low = text.toLowerCase();
  const words = low.match(/[\p{Script=Latin}\d_]+/gu) ?? [];
  const long = words.filter((word) => /\d/.test(word) || (word.length >= SHORTEST && !COMMON.has(word)));
  const stems = long.map((word) => word.slice(0, Math.max(STEM, word.length - 2)));
  const runs = low.match(/\p{Script=Han}+/gu) ?? [];
  const pairs = runs.flatMap((run) => (run.length < 2 ? [run] : [...run].slice(1).map((sign, at) => run[at] + sign)));
  return [...stems, ...pairs];
}

/** Those that fit the words best, in their order; all of them where nothing is asked for. */
export function found<T extends Findable>(list: T[], wanted: string): T[] {
  const asked = parts(wanted);
  if (!asked.length)
    return wanted.trim() ? list.filter((one) => texts(one).includes(wanted.trim().toLowerCase())) : list;
  const shares = list.map((one) => {
    const text = texts(one);
    return asked.filter((part) => text.includes(part)).length / asked.length;
  });
  const best = Math.max(...shares);
  return best < ENOUGH ? [] : list.filter((_, at) => shares[at] === best);
}

function texts(one: Findable): string {
  return [one.name, one.title, one.about, one.said, ...one.values.map((each) => each.text)].join(" ").toLowerCase();
}
