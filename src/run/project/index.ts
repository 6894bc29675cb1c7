/** Design projects: folders that keep measurements and orders, round after round. See docs/design.md. */
export { beginProject, holdProject } from "./hold-project.ts";
export { keepOrder, measurementsOf, neverAgain, openOrder, openProject } from "./project.ts";
export { createProject, tellProject, untellProject } from "./tell-project.ts";
