/** Design projects: folders that keep measurements and orders, round after round. See docs/design.md. */
export {
  beginProject,
  createProject,
  holdProject,
  keepOrder,
  measurementsOf,
  neverAgain,
  openOrder,
  openProject,
  tellProject,
  untellProject,
} from "./project.ts";
