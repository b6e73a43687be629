import { sayer } from '../../words/say';
import { en, type ClubPhrase } from './en';
import { it } from './it';

/** What the pages of tournaments say; loaded with them, so that the first page stays light. */
export const tell = sayer<ClubPhrase>({ en, it });
