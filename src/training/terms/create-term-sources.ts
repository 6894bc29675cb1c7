/** Makes the sources of terms that an objective asks for. */
import type { ExtraName, Objective } from "../../objective/objective.ts";
import { Children } from "./children.ts";
import { Stopping } from "./stopping.ts";
import type { SourceSetting, TermSource, TermSources } from "./term-source.ts";

const makers: { readonly [Name in ExtraName]: (setting: SourceSetting) => TermSource<Name> } = {
  children: (setting) => new Children(setting),
  stopping: (setting) => new Stopping(setting),
};

export function createTermSources(
  { name: objective, extras }: Objective,
  setting: Omit<SourceSetting, "objective">,
): TermSources {
  return Object.fromEntries(extras.map((name) => [name, makers[name]({ ...setting, objective })]));
}
