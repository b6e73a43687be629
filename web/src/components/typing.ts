/** Whether a key press belongs to a text field or to the browser, and is not for us. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('dialog[open]')) return true;
  return !!at?.closest('textarea, select, input:not([type="radio"]):not([type="range"])');
}
