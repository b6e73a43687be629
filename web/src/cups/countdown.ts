/** A span in days, hours and minutes, rounded up to whole minutes; never less than one minute. */
export function parts(milliseconds: number): { days: number; hours: number; minutes: number } {
  const whole = Math.max(1, Math.ceil(milliseconds / 60_000));
  return { days: Math.floor(whole / 1440), hours: Math.floor(whole / 60) % 24, minutes: whole % 60 };
}
