import { describe, expect, it, vi } from 'vitest';
import { Commands } from './commands';

const button = (disabled = false) => ({ disabled, click: vi.fn() }) as unknown as HTMLButtonElement;

describe('Commands', () => {
  it('presses the first enabled button of a command', () => {
    const commands = new Commands();
    const [first, second] = [button(true), button()];
    commands.offer('confirm', first);
    commands.offer('confirm', second);
    expect(commands.press('confirm')).toBe(true);
    expect(first.click).not.toHaveBeenCalled();
    expect(second.click).toHaveBeenCalledOnce();
  });

  it('forgets a button that left the screen', () => {
    const commands = new Commands();
    const withdraw = commands.offer('toTheEnd', button());
    withdraw();
    expect(commands.button('toTheEnd')).toBeNull();
    expect(commands.press('toTheEnd')).toBe(false);
  });
});
