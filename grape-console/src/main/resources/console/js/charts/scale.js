/** From values to places: axes that begin at zero, axes by powers of ten, and round numbers to write beside them. */

import {settings} from '../core/settings.js';

/** A number at or above a value that is round, and so is its half. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10, 20].map((step) => step * power).find((step) => step >= value * 0.999 && step !== 1);
}

/**
 * An axis from zero.
 *
 * @returns {{at: (value: number) => number, ticks: number[]}} `at` gives the place between `bottom` and `top`
 */
export function linear(most, bottom, top) {
  const end = roundUp(most);
  return {
    at: (value) => bottom + (Math.min(value, end) / end) * (top - bottom),
    ticks: [0, end / 2, end],
  };
}

/** An axis by powers of ten, from the power below the least to the one above the greatest. */
export function logarithmic(least, most, bottom, top) {
  const first = Math.floor(Math.log10(Math.max(1, least)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(1, most))));
  const ticks = Array.from({length: last - first + 1}, (_, i) => 10 ** (first + i));
  return {
    at: (value) => bottom + ((Math.log10(Math.max(value, ticks[0])) - first) / (last - first)) * (top - bottom),
    ticks,
  };
}

const STEPS = [5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600]
  .map((seconds) => seconds * 1000);

/** Round times between two, at most `most` of them, in the zone that times are shown in. */
export function timeTicks(from, to, most) {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? STEPS[STEPS.length - 1];
  const shift = settings.get('zone') === 'UTC' ? 0 : new Date(from).getTimezoneOffset() * 60_000;
  const ticks = [];
  for (let at = Math.ceil((from - shift) / step) * step + shift; at <= to; at += step) {
    ticks.push(at);
  }
  return ticks;
}

/** Moves labels apart that would lie on each other; each has its wanted `y`. */
export function apart(labels, room, least, most) {
  const placed = [...labels].sort((a, b) => a.y - b.y);
  for (let i = 1; i < placed.length; i++) {
    placed[i].y = Math.max(placed[i].y, placed[i - 1].y + room);
  }
  for (let i = placed.length - 1; i >= 0; i--) {
    placed[i].y = Math.min(placed[i].y, i === placed.length - 1 ? most : placed[i + 1].y - room);
  }
  placed.forEach((one) => { one.y = Math.max(one.y, least); });
  return placed;
}
