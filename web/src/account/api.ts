import { ask, session } from '../wire/api.svelte';
import type {
  AvatarForm,
  Me,
  PasswordChanged,
  RecoveryCodes,
  RecoverySeen,
  RecoveryWays,
  SessionSeen,
  SessionsEnded,
  TokenForm,
  TokenSeen,
} from '../wire/messages';
import { settings } from '../settings.svelte';

const lang = () => `lang=${settings.language}`;

/** Password, sessions and tokens. A new password and a logout change the cookie, and so the CSRF token. */
export const credentials = {
  changePassword: async (old: string, fresh: string): Promise<number> => {
    const changed = await ask<PasswordChanged>('POST', `/api/me/password?${lang()}`, { old, new: fresh });
    session.become(changed.me);
    return changed.ended;
  },
  sessions: () => ask<SessionSeen[]>('GET', '/api/me/sessions'),
  endSession: (id: string) => ask<null>('DELETE', `/api/me/sessions/${id}`),
  endOthers: () => ask<SessionsEnded>('POST', '/api/me/sessions/end-others', {}),
  logOutEverywhere: async () => session.become(await ask<Me>('POST', '/api/logout/everywhere', {})),
  chooseAvatar: async (avatar: AvatarForm['avatar']) =>
    session.become(await ask<Me>('POST', '/api/me/avatar', { avatar })),
  recovery: () => ask<RecoverySeen>('GET', '/api/me/recovery'),
  printCodes: (password: string) => ask<RecoveryCodes>('POST', `/api/me/recovery/codes?${lang()}`, { password }),
  recoverByMail: (password: string, on: boolean) =>
    ask<RecoverySeen>('POST', `/api/me/recovery/mail?${lang()}`, { password, on }),
  ways: () => ask<RecoveryWays>('GET', '/api/recovery'),
  sendLetter: (name: string) => ask<null>('POST', `/api/recovery/letter?${lang()}`, { name }),
  recover: async (name: string, code: string, password: string): Promise<Me> =>
    session.become(await ask<Me>('POST', `/api/recovery?${lang()}`, { name, code, password })),
  tokens: () => ask<TokenSeen[]>('GET', '/api/tokens'),
  newToken: (form: TokenForm) => ask<TokenSeen>('POST', `/api/tokens?${lang()}`, form),
  dropToken: (id: number) => ask<null>('DELETE', `/api/tokens/${id}`),
};
