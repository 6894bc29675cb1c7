/** Design projects: folders that keep measurements and orders, round after round. See docs/design.md. */
export {
  beginProject,
  createProject,
  holdProject,
  keepOrder,
  measurementsOf,
  openOrder,
  openProject,
  orderedBefore,
  tellProject,
} from "./project.ts";
