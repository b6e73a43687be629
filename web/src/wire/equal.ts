/** Whether two messages, or parts of them, are equal, in any order of fields. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [fields, others] = [Object.entries(one), other as Record<string, unknown>];
  const isAlike = ([name, value]: [string, unknown]) => name in others && isEqual(value, others[name]);
  return fields.length === Object.keys(others).length && fields.every(isAlike);
}
