/** The lowest and the highest value of an axis, and the values between that get a line. */
interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** A value axis from zero to the values, with about four round whole numbers: 1, 2 or 5 and zeros. */
export function axisOf(values: readonly number[]): Axis {
  const least = values.reduce((least, value) => Math.min(least, value), 0);
  const most = values.reduce((most, value) => Math.max(most, value), 0);
  const step = roundStep((most - least) / 4);
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n) => low + n * step);
  return { low, high, ticks };
}

function roundStep(wanted: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(wanted, 1))));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((each) => each >= wanted);
  return step ?? 10 * power;
}
