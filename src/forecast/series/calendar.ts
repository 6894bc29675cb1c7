/**
 * Calendar features: the hour of the day, the day of the week, the day of the year, as places on a circle, and whether
 * it is a weekend. They come from the stamps alone, so they are known for every step ahead.
 */
import { weekdayOf } from "./frequency.ts";
import { wallClock } from "./parse-time.ts";

const day = 86_400_000;

/** Columns for ascending stamps in milliseconds; parts of the calendar that never change among them are left out. */
export function calendarColumns(times: ArrayLike<number>, zone?: string): Float64Array[] {
  const walls = Float64Array.from(times, (time) => wallClock(time, zone));
  const hours = walls.map((wall) => (wall % day) / day);
  const weekdays = walls.map(weekdayOf);
  const years = walls.map((wall) => {
    const date = new Date(wall);
    const start = Date.UTC(date.getUTCFullYear(), 0, 1);
    return (wall - start) / (Date.UTC(date.getUTCFullYear() + 1, 0, 1) - start);
  });
  const circle = (turns: Float64Array): Float64Array[] => [
    turns.map((turn) => Math.sin(2 * Math.PI * turn)),
    turns.map((turn) => Math.cos(2 * Math.PI * turn)),
  ];
  return [
    ...circle(hours),
    ...circle(weekdays.map((weekday) => weekday / 7)),
    weekdays.map((weekday) => Number(weekday >= 5)),
    ...circle(years),
  ].filter((column) => column.some((value) => Math.abs(value - column[0]!) > 1e-9));
}
