import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** A command that a key gives if a button on the screen offers it. */
export type Command = 'confirm' | 'toTheEnd' | 'endPhase' | 'wholeMap';

const KEY = Symbol('commands');

/** The buttons that offer each command. A key presses the first of them that is enabled. */
export class Commands {
  private readonly offered = new Map<Command, HTMLButtonElement[]>();

  /** Register a button for as long as it is on the screen. */
  offer(command: Command, button: HTMLButtonElement): () => void {
    this.offered.set(command, [...(this.offered.get(command) ?? []), button]);
    return () =>
      this.offered.set(
        command,
        (this.offered.get(command) ?? []).filter((other) => other !== button),
      );
  }

  /** The button that would be pressed, or null if the command isn't offered. */
  button(command: Command): HTMLButtonElement | null {
    return this.offered.get(command)?.find((button) => !button.disabled) ?? null;
  }

  /** Press it; false if it isn't offered. */
  press(command: Command): boolean {
    const button = this.button(command);
    button?.click();
    return !!button;
  }
}

/** The registry of a screen, for the components below it. */
export function provideCommands(): Commands {
  return setContext(KEY, new Commands());
}

/** An attachment for the button of a command. It does nothing on a screen without a registry. */
export function offers(command: Command): Attachment<HTMLButtonElement> {
  const commands = getContext<Commands | undefined>(KEY);
  return (button) => commands?.offer(command, button);
}
