import { settings } from '../../settings.svelte';

/** What is in the drawer, in one word each: it opens when a word is new. */
export type Contents = readonly string[];

/** The drawer with the player's cards and objective. It opens by itself when something new is in it. */
export class Drawer {
  private opened = $state(false);
  private seen: Contents = [];

  readonly isPinned = $derived.by(() => settings.drawerPinned);
  readonly isOpen = $derived.by(() => this.opened || settings.drawerPinned);

  /** Look at what is in it now. */
  look(contents: Contents): void {
    if (contents.some((one) => !this.seen.includes(one))) this.opened = true;
    this.seen = contents;
  }

  /** Open it, or close and unpin it. */
  toggle(): void {
    if (!this.isOpen) this.opened = true;
    else [this.opened, settings.drawerPinned] = [false, false];
  }

  /** Keep it open whatever happens; or let it go by itself again, still open. */
  pin(): void {
    this.opened = true;
    settings.drawerPinned = !settings.drawerPinned;
  }
}
