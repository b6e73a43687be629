import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';

void settings.start().then(() => mount(App, { target: document.getElementById('app')! }));
// The service worker for offline use is registered when everything else has loaded.
addEventListener('load', () =>
  setTimeout(() => {
    import('./notices/push').then(({ register }) => register()).catch(() => undefined); // no server: retry next time
  }, 3000),
);
