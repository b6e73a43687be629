/** The moment in milliseconds, renewed each second while somebody looks at it. */
import { createSubscriber } from 'svelte/reactivity';

const ticking = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export function now(): number {
  ticking();
  return Date.now();
}
