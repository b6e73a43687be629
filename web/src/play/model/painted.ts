const UNSEEN = 100; // milliseconds: nobody draws a page that is not looked at

/** The moment when what has changed by now has been drawn: work that can wait is done after it, not to make it late. */
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
