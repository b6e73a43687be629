import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../../settings.svelte';
import { Drawer } from './drawer.svelte';

describe('Drawer', () => {
  beforeEach(() => void (settings.drawerPinned = false));

  it('opens when something new is in it', () => {
    const drawer = new Drawer();
    drawer.look([]);
    expect(drawer.isOpen).toBe(false);
    drawer.look(['card 1']);
    expect(drawer.isOpen).toBe(true);
  });

  it('stays closed until the next card comes', () => {
    const drawer = new Drawer();
    drawer.look(['card 1', 'card 2']);
    drawer.toggle();
    drawer.look(['card 1']);
    expect(drawer.isOpen).toBe(false);
    drawer.look(['card 1', 'card 3']);
    expect(drawer.isOpen).toBe(true);
  });

  it('is open while it is pinned; closing it unpins it', () => {
    const drawer = new Drawer();
    drawer.pin();
    expect([drawer.isOpen, settings.drawerPinned]).toEqual([true, true]);
    drawer.toggle();
    expect([drawer.isOpen, settings.drawerPinned]).toEqual([false, false]);
  });
});
