import { settings } from '../../settings.svelte';

/** The drawer's content as keys: it opens when there is a new one. */
export type Contents = readonly string[];

/** The drawer with the player's cards and objective. It opens by itself when something new is in it. */
export class Drawer {
  private opened = $state(false);
  private seen: Contents = [];

  readonly isPinned = $derived.by(() => settings.drawerPinned);
  readonly isOpen = $derived.by(() => this.opened || settings.drawerPinned);

  /** Remember the current content as seen. */
  look(contents: Contents): void {
    if (contents.some((one) => !this.seen.includes(one))) this.opened = true;
    this.seen = contents;
  }

  /** Open the drawer, or close and unpin it. */
  toggle(): void {
    if (!this.isOpen) this.opened = true;
    else [this.opened, settings.drawerPinned] = [false, false];
  }

  /** Pin the open drawer, or unpin it. */
  pin(): void {
    this.opened = true;
    settings.drawerPinned = !settings.drawerPinned;
  }
}
