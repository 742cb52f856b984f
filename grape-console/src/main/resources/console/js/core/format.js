/** Numbers, durations, sizes and times as text, in the language and zone that are chosen. */

import {clock} from './clock.js';
import {language, t} from './i18n.js';
import {settings} from './settings.js';

/** What stands for a value that there is none of. */
export const NONE = '–';

export function count(value) {
  return value === null || value === undefined ? NONE : new Intl.NumberFormat(language()).format(value);
}

/** `1.2 M` where the room is small. */
export function short(value) {
  if (value === null || value === undefined) {
    return NONE;
  }
  const digits = Math.abs(value) < 10_000 ? {maximumFractionDigits: 0} : {notation: 'compact', maximumSignificantDigits: 3};
  return new Intl.NumberFormat(language(), digits).format(value);
}

/** How many in a second: two digits while they are few, and never 0 for what is more. */
export function rate(value) {
  if (value === null || value === undefined) {
    return NONE;
  }
  const digits = value > 0 && value < 1 ? {maximumSignificantDigits: 2} : {maximumFractionDigits: value < 10 ? 1 : 0};
  return new Intl.NumberFormat(language(), digits).format(value);
}

/** `180 ms`, `4.2 s`, `3 min 20 s`, `2 d 4 h`: the two largest units. */
export function duration(ms) {
  if (ms === null || ms === undefined) {
    return NONE;
  }
  const value = Math.abs(ms);
  if (value < 1000) {
    return t('unit.ms', {value: count(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))});
  }
  if (value < 60_000) {
    const seconds = value < 10_000 ? Math.round(value / 100) / 10 : Math.round(value / 1000);
    return t('unit.s', {value: count(seconds)});
  }
  return twoUnits(Math.round(value / 1000));
}

const UNITS = [['d', 86_400], ['h', 3600], ['min', 60], ['s', 1]];

function twoUnits(seconds) {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const [unit, size] = UNITS[first];
  const text = t(`unit.${unit}`, {value: count(Math.floor(seconds / size))});
  const [nextUnit, nextSize] = UNITS[first + 1] ?? [];
  const rest = nextSize ? Math.floor((seconds % size) / nextSize) : 0;
  return rest > 0 ? `${text} ${t(`unit.${nextUnit}`, {value: count(rest)})}` : text;
}

export function bytes(value) {
  if (value === null || value === undefined) {
    return NONE;
  }
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  const digits = size < 10 && unit > 0 ? 1 : 0;
  return `${new Intl.NumberFormat(language(), {maximumFractionDigits: digits}).format(size)} ${units[unit]}`;
}

export function percent(share) {
  return new Intl.NumberFormat(language(), {style: 'percent', maximumFractionDigits: 0}).format(share);
}

function zone() {
  const chosen = settings.get('zone');
  return chosen === 'local' ? undefined : chosen;
}

/** The zone that times are shown in, by name. */
export function zoneName() {
  return zone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `in 41 s`, `3 min ago`. */
export function relative(instant) {
  const difference = millis(instant) - clock.now();
  if (Math.abs(difference) < 1000) {
    return t('time.now');
  }
  const whole = Math.abs(difference) < 60_000 ? Math.round(difference / 1000) * 1000 : difference;
  return t(difference > 0 ? 'time.in' : 'time.ago', {duration: duration(whole)});
}

/** Date and time; of today the time alone. */
export function absolute(instant) {
  const date = new Date(instant);
  const day = (one) => new Intl.DateTimeFormat('en-CA', {timeZone: zone()}).format(one);
  const clockTime = {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'};
  const today = day(date) === day(new Date(clock.now()));
  const form = today ? clockTime : {...clockTime, year: 'numeric', month: 'short', day: 'numeric'};
  return new Intl.DateTimeFormat(language(), {...form, timeZone: zone()}).format(date);
}

/** A time on an axis that spans so many milliseconds. */
export function axisTime(instant, span) {
  const form = span > 3 * 86_400_000
    ? {month: 'short', day: 'numeric'}
    : {hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(span <= 300_000 ? {second: '2-digit'} : {})};
  return new Intl.DateTimeFormat(language(), {...form, timeZone: zone()}).format(new Date(instant));
}

/** Everything that there is to say about a time, for a tooltip. */
export function fullTime(instant) {
  const date = new Date(instant);
  const shown = new Intl.DateTimeFormat(language(), {
    dateStyle: 'medium', timeStyle: 'medium', timeZone: zone(),
  }).format(date);
  return `${shown} (${zoneName()})\n${date.toISOString()}\n${date.getTime()} ms`;
}

export function millis(instant) {
  return typeof instant === 'number' ? instant : Date.parse(instant);
}

/** No lateness above it is told apart. */
const LONGEST_LATENESS_MILLIS = 21_600_000;

/** A percentile of lateness: a bound that is true, not a time within it. */
export function lateness(ms) {
  if (ms === null || ms === undefined) {
    return duration(ms);
  }
  return ms >= LONGEST_LATENESS_MILLIS ? `> ${duration(LONGEST_LATENESS_MILLIS)}` : `≤ ${duration(ms)}`;
}
