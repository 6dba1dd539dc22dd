/*
 * Plain BM25 over a few texts. It is a crude stand-in for an assistant that chooses a tool: it knows words and no meanings.
 * What it can't find, an assistant with many tools may not find either.
 */

/** The usual parameters: how soon more of a word stops counting, and how much the length of a text counts. */
const [saturation, lengthWeight] = [1.2, 0.75];

/** Words without their most frequent endings. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) =>
    word.replace(/(?<=[a-z]{3})(es|s|d|ed|ing)$/, ""),
  );

/** The names of texts, the best first. */
export function ranked(query: string, texts: Readonly<Record<string, string>>): string[] {
  const all = Object.entries(texts).map(([name, text]) => ({ name, words: wordsOf(text) }));
  const meanLength = all.reduce((sum, { words }) => sum + words.length, 0) / all.length;
  const asked = wordsOf(query);
  const scoreOf = (words: readonly string[]) =>
    asked.reduce((score, word) => {
      const having = all.filter((one) => one.words.includes(word)).length;
      const rarity = Math.log(1 + (all.length - having + 0.5) / (having + 0.5));
      const count = words.filter((one) => one === word).length;
      const length = 1 - lengthWeight + (lengthWeight * words.length) / meanLength;
      return score + (rarity * count * (saturation + 1)) / (count + saturation * length);
    }, 0);
  return all
    .map(({ name, words }) => ({ name, score: scoreOf(words) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ name }) => name);
}
