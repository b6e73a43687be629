import type { EditionSeen } from '../wire/messages';

/** The bot that sits down unless somebody asks for another: quick, and no fool. */
export function usualBot(edition: EditionSeen): string {
  return String((edition.bots.find((bot) => bot.value === 'cautious') ?? edition.bots[0])?.value);
}
