import { tick } from 'svelte';
import type { Commands } from '../components/keys/commands';
import { isTyping } from '../components/typing';

/** What the keyboard needs to know of the table. */
export interface Played {
  commands: Commands;
  isAsked(): boolean;
  isAimed(): boolean; // a source is chosen, but no target
  isLit(place?: string): boolean; // whether this place, or any place, may be selected
  bar(): HTMLElement | null;
  acts(): Record<string, () => void>; // by letter
  escape(): void;
  space(shift: boolean): boolean; // false: nothing to skip
  hasLetters(): boolean;
}

/** Keys that move the focus. Pressing only a letter or Esc doesn't start keyboard use. */
const GOING = ['Tab', 'Enter', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Play a table by keyboard: the focus moves from own places to targets and to the bar, and is never lost. */
export class Keyboard {
  private isUsed = false; // the player uses the keyboard to navigate

  constructor(private readonly table: Played) {}

  /** Record that a pointer is used now. */
  rest(): void {
    this.isUsed = false;
  }

  /** Restore the focus if its element has been removed. */
  async afterChange(): Promise<void> {
    if (!this.isUsed) return;
    await tick();
    const isSeen = document.activeElement !== document.body && !document.activeElement?.closest('.resting');
    if (isSeen) return;
    const place = this.table.isAsked() && this.table.isLit() ? this.entry() : null;
    (place ?? this.table.commands.button('confirm') ?? this.table.bar())?.focus();
  }

  press(event: KeyboardEvent): void {
    const { table } = this;
    if (GOING.includes(event.key)) this.isUsed = true;
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && this.tab(event.shiftKey))
      return event.preventDefault();
    if (isTyping(event)) return;
    const onButton = (event.target as HTMLElement).closest?.('button, a, summary');
    if (event.key === 'Escape') return table.escape();
    if (event.key === 'Enter' && !onButton) return void table.commands.press('confirm');
    if (event.key === ' ' && !onButton && table.space(event.shiftKey)) return event.preventDefault();
    if (!table.hasLetters() || event.defaultPrevented) return; // on a focused place, letters are names
    table.acts()[event.key.toLowerCase()]?.();
  }

  /** Tab goes to own places first, then to targets and the bar; Shift-Tab from the bar to the map. */
  private tab(back: boolean): boolean {
    if (!this.table.isAsked() || document.querySelector('dialog[open], .curtain')) return false;
    const [first = null] = this.inBar();
    const active = document.activeElement as HTMLElement;
    const place = active.dataset.place;
    let next: Element | null = null;
    if (back) next = active === first || active === this.table.bar() ? this.entry() : null;
    else if (place) next = this.targetAfter(place) ?? first;
    else if (active === document.body) next = this.entry() ?? first;
    (next as HTMLElement | null)?.focus();
    return !!next;
  }

  /** The place where the focus enters the map. */
  private entry(): SVGElement | null {
    return document.querySelector<SVGElement>('.places [data-place][tabindex="0"]');
  }

  /** The first target, once a source is chosen and the focus isn't on a target. */
  private targetAfter(place: string): SVGElement | null {
    if (!this.table.isAimed() || this.table.isLit(place)) return null;
    return document.querySelector<SVGElement>('.places path.open[data-place]');
  }

  /** The buttons of the bar, the main button first. */
  private inBar(): HTMLElement[] {
    const all = this.table.bar()?.querySelectorAll<HTMLElement>('.controls :is(button, input, select):not(:disabled)');
    const main = this.table.commands.button('confirm');
    return main ? [main, ...[...(all ?? [])].filter((one) => one !== main)] : [...(all ?? [])];
  }
}
