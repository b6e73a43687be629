const UNSEEN = 100; // milliseconds, as a hidden page is never drawn

/** Resolves when the current changes have been drawn, for work that should not delay them. */
export const painted = (): Promise<number> =>
  new Promise((resolve) => {
    const done = () => (clearTimeout(timer), resolve(performance.now()));
    const timer = setTimeout(done, UNSEEN);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (port1.close(), done());
      port2.postMessage(0);
    });
  });
