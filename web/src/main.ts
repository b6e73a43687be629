import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';

void settings.start().then(() => mount(App, { target: document.getElementById('app')! }));
