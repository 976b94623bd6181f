/** `path`: of a folder in node_modules, or of a file in it, with "/". */
export function isUnused(path: string): boolean;
/** `packages`: the path of node_modules. Paths in it that no command reads. */
export function unusedFolders(packages: string): readonly string[];
