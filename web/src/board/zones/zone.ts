/** A zone as the map shows it. */
export interface ZoneShown {
  zone: string;
  bonus: number;
  seat: number | null; // the seat that holds it or is one place short of it
  isWhole: boolean;
}
