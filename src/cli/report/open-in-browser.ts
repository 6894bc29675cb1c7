/** Opens a file with whatever this system opens pages with, and does not wait for it. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Where nothing can open it, that is said, and the file is there all the same. */
export function openInBrowser(file: string, say: (text: string) => void): void {
  const address = pathToFileURL(resolve(file)).href;
  const [command, ...words] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", address]
        : ["xdg-open", address];
  const child = spawn(command, words, { stdio: "ignore", detached: true });
  child.on("error", () => say(`--open: ${command} could not be started; open ${address} by hand.`));
  child.unref();
}
