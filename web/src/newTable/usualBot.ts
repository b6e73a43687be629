import type { EditionSeen } from '../wire/messages';

/** The default bot: quick and competent. */
export function usualBot(edition: EditionSeen): string {
  return String((edition.bots.find((bot) => bot.value === 'cautious') ?? edition.bots[0])?.value);
}
