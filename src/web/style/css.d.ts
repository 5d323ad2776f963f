/** Style sheets that a view or part imports; the build puts them into the page's own. */
declare module "*.css";
