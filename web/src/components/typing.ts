/** Whether a key is being typed into something, or belongs to the browser: then it is none of ours. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (document.querySelector('dialog[open]')) return true;
  return !!at?.closest('textarea, select, input:not([type="radio"]):not([type="range"])');
}
