/** The current time in milliseconds, renewed each second while a component reads it. */
import { createSubscriber } from 'svelte/reactivity';

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export function now(): number {
  ticking();
  return Date.now();
}
