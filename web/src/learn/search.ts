import type { Chapter, RulebookSeen } from '../wire/messages';

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The chapters, reduced to the rules that contain every search word. */
export function search(chapters: Chapter[], wanted: string): Chapter[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return chapters;
  return chapters
    .map((chapter) => ({
      ...chapter,
      rules: chapter.rules.filter((rule) => {
        const text = plain([rule.id, rule.title, rule.text, rule.example, rule.reading].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((chapter) => chapter.rules.length);
}

/** The titles of a booklet's rules by id. */
export const titlesOf = (book: RulebookSeen): Record<string, string> =>
  Object.fromEntries(book.chapters.flatMap(({ rules }) => rules.map(({ id, title }) => [id, title])));
