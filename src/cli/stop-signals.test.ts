import { expect, test, vi } from "vitest";
import { listenForStop } from "./stop-signals.ts";

test("the echo of a signal is no second one, not even when the work has ended by then", () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const before = process.listenerCount("SIGINT");
  let heard = 0;
  const stop = listenForStop(() => heard++);
  process.emit("SIGINT");
  stop.dispose();
  expect(stop.signal.aborted).toBe(true);
  // Without a listener the echo would end the process before it has said what became of the work.
  expect(process.listenerCount("SIGINT")).toBe(before + 1);
  process.emit("SIGINT");
  expect(heard).toBe(1);
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1001);
  expect(process.listenerCount("SIGINT")).toBe(before);
  exit.mockRestore();
  vi.useRealTimers();
});

test("a second signal ends the process, and who is done without any leaves no listener", () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const before = process.listenerCount("SIGTERM");
  listenForStop().dispose();
  expect(process.listenerCount("SIGTERM")).toBe(before);
  const stop = listenForStop();
  process.emit("SIGTERM");
  vi.advanceTimersByTime(1001);
  process.emit("SIGTERM");
  expect(exit).toHaveBeenCalledWith(130);
  stop.dispose();
  vi.runAllTimers();
  exit.mockRestore();
  vi.useRealTimers();
});
