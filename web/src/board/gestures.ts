import type { Camera } from './camera.svelte';

/** Drag, wheel and pinch on a board; a drag never counts as a click. */
export function gestures(element: HTMLElement | SVGElement, camera: Camera): { destroy(): void } {
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  const spread = () => {
    const [a, b] = [...down.values()];
    return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.hypot(a.x - b.x, a.y - b.y) } : null;
  };
  const local = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const begin = (event: PointerEvent) => {
    if (event.button) return;
    if (!down.size) travelled = 0;
    down.set(event.pointerId, local(event));
  };
  const move = (event: PointerEvent) => {
    const was = down.get(event.pointerId);
    if (!was) return;
    const before = spread();
    const now = local(event);
    down.set(event.pointerId, now);
    const after = spread();
    if (before && after) {
      camera.pan(after.x - before.x, after.y - before.y);
      camera.zoom(after.size / Math.max(1, before.size), after.x, after.y);
      travelled = 99;
      return;
    }
    travelled += Math.hypot(now.x - was.x, now.y - was.y);
    if (travelled > 6) camera.pan(now.x - was.x, now.y - was.y);
  };
  const end = (event: PointerEvent) => void down.delete(event.pointerId);
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = local(event);
    camera.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  };
  const click = (event: Event) => {
    if (travelled > 6) event.stopPropagation();
    travelled = 0;
  };

  element.addEventListener('pointerdown', begin as EventListener);
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  element.addEventListener('wheel', wheel as EventListener, { passive: false });
  element.addEventListener('click', click, { capture: true });
  return {
    destroy() {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    },
  };
}
