import type { ClubPhrases } from '../words/phrases';
import { sayer } from '../words/say';

/** What the pages of tournaments say. */
export const tell = sayer<ClubPhrases>('club');
