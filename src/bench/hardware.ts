/** Names the machine a benchmark ran on: a speed without it says nothing. */
import { availableParallelism, arch, cpus, platform, totalmem } from "node:os";
import type { BenchHardware } from "./report.ts";

export function benchHardware(): BenchHardware {
  return {
    cpu: cpus()[0]?.model.trim() || "unknown CPU",
    cores: availableParallelism(),
    memoryGb: totalmem() / 2 ** 30,
    platform: `${platform()} ${arch()}`,
  };
}
