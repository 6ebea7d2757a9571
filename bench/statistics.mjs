// Numbers made of many measurements.

/** @param {number[]} numbers @param {number} share between 0 and 1 */
export function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** @param {number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5);

/** @param {number[]} numbers */
export const geometricMean = (numbers) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
