import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';

void settings.start().then(() => mount(App, { target: document.getElementById('app')! }));
// What keeps the page for offline days comes when everything else is there.
addEventListener('load', () =>
  setTimeout(() => {
    import('./notices/push').then(({ register }) => register()).catch(() => undefined); // no server now: the next visit
  }, 3000),
);
