import type { ClubPhrases } from '../words/phrases';
import { sayer } from '../words/say';

/** The texts of the tournament pages. */
export const tell = sayer<ClubPhrases>('club');
