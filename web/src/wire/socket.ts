import type { ClientWord, ServerWord } from './messages';

export type Heard<T> = (word: T) => void;

const COME_AGAIN = 1012; // this server shuts down, or the table is on another one; not an error

/** A socket that reconnects by itself; `address` is evaluated each time, so that it can contain what was last seen. */
export class Line<T = ServerWord> {
  private socket: WebSocket | null = null;
  private waits = 0;
  private closed = false;
  private timer = 0;

  constructor(
    private readonly address: () => string,
    private readonly heard: Heard<T>,
    private readonly changed: (open: boolean) => void = () => {},
  ) {
    this.open();
  }

  say(word: ClientWord): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(word));
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Reconnect after a lost message, as after a lost connection. */
  reopen(): void {
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${this.address()}`);
    this.socket = socket;
    socket.onopen = () => this.changed(true);
    socket.onmessage = (event) => {
      this.waits = 0;
      this.heard(JSON.parse(event.data) as T);
    };
    socket.onclose = (event) => this.again(event.code === COME_AGAIN);
  }

  /** Reconnect soon at first, then less often, with random delays. A client asked to reconnect shows no notice. */
  private again(asked: boolean): void {
    if (this.closed) return;
    const unseen = asked && this.waits === 0;
    if (!unseen) this.changed(false);
    const longest = asked ? 2000 : 8000;
    const pause = (unseen ? 100 : Math.min(longest, 300 * 2 ** this.waits)) * (0.7 + Math.random() * 0.6);
    this.waits++;
    this.timer = window.setTimeout(() => this.open(), pause);
  }
}
