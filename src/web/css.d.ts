/** Styles that a view or part imports; vite puts them into the page's style. */
declare module "*.css";
