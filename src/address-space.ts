/**
 * Refuses at once what a limit on addresses (`ulimit -v`, set by many clusters) would end in the middle with a trace or a
 * crash. Addresses are not memory: V8 sets ten gigabytes of them aside for each WebAssembly memory, to check bounds for
 * nothing, unless Node is told not to.
 */
import { WindageError } from "./error.ts";
import { systemLimits } from "./system-limits.ts";

const gigabyte = 2 ** 30;
const option = "--disable-wasm-trap-handler";

/** Gigabytes of addresses that work takes as Node is by default, and with its option that sets none aside. */
export interface AddressNeed {
  readonly usual: number;
  readonly withOption: number;
}

/** Throws unless this process may have that many. */
export function requireAddressSpace(work: string, { usual, withOption }: AddressNeed): void {
  const { addressSpace } = systemLimits();
  if (addressSpace === Infinity) return;
  const hasOption = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((text) =>
    text.includes(option),
  );
  const needed = hasOption ? withOption : usual;
  if (addressSpace >= needed * gigabyte) return;
  const got = Number((addressSpace / gigabyte).toFixed(1));
  const without = hasOption ? "" : `, or set NODE_OPTIONS=${option}, with which ${withOption} GB are enough`;
  throw new WindageError(
    "engine/few-addresses",
    `${work}: got a limit of ${got} GB of address space, expected at least ${needed} GB or none (which is not memory: ` +
      `little of it is used); raise it with "ulimit -v unlimited" or in the settings of your scheduler${without}.`,
  );
}

/** The same for what jax-js takes. */
export function requireEngineAddresses(): void {
  requireAddressSpace("engine", { usual: 32, withOption: 8 });
}
