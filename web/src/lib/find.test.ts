import { describe, expect, test } from "vitest";
import en from "../../../src/tuolaji/texts/en/switches.toml?raw";
import simplified from "../../../src/tuolaji/texts/zh-Hans/switches.toml?raw";
import traditional from "../../../src/tuolaji/texts/zh-Hant/switches.toml?raw";
import { found, type Findable } from "./find";

/** The switches as players read them, out of the catalogue of a language. */
function switches(catalogue: string): Findable[] {
  const sections = catalogue.split(/^\[switches\./m).slice(1);
  const list: Findable[] = [];
  for (const section of sections) {
    const name = section.slice(0, section.indexOf("]"));
    const strings = [...section.matchAll(/^"?([\w-]+)"? = "(.*)"$/gm)].map(([, key, text]) => [key, text]);
    const of = Object.fromEntries(strings);
    if (name.endsWith(".values")) list[list.length - 1].values = strings.map(([, text]) => ({ text }));
    else list.push({ name, title: of.name, about: of.text, said: of.said ?? "", values: [] });
  }
  return list;
}

const ASKED: [string, string, string, string][] = [
  ["follow_shape", "pairs need not be followed", "可以不跟对", "可以不跟對"],
  ["first_banker", "first bidder is banker", "先亮的坐庄", "先亮的坐莊"],
  ["bombs_beat", "bombs", "炸弹", "炸彈"],
  ["steal", "stealing the kitty", "炒地皮", "炒地皮"],
  ["fall_back", "fail three times at ace", "打A三次不过", "打A三次不過"],
  ["partners", "finding friends", "找朋友", "找朋友"],
  ["friend_cards", "highest card not allowed", "不能叫最大的", "不能叫最大的"],
  ["protect", "do not break triples", "三张可以不拆", "三張可以不拆"],
  ["small_side_bonus", "bonus level for a small team", "人少多升一级", "人少多升一級"],
  ["throw_penalty", "penalty for a bad throw", "甩错罚十分", "甩錯罰十分"],
];

describe("a rule in players' words finds its switch", () => {
  const languages = [en, simplified, traditional].map(switches);
  test.each(ASKED)("%s", (name, ...said) => {
    said.forEach((words, at) => {
      const names = found(languages[at], words).map((one) => one.name);
      expect(names, words).toContain(name);
      expect(names.length, words).toBeLessThan(8);
    });
  });

  test("nothing asked is everything, nonsense is nothing", () => {
    expect(found(languages[0], "  ")).toBe(languages[0]);
    expect(found(languages[0], "zzyzx")).toEqual([]);
    expect(found(languages[0], "?!")).toEqual([]);
  });
});
