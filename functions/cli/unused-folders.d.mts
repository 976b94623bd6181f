/** `packages`: the path of node_modules. Paths in it that no command reads. */
export function unusedFolders(packages: string): readonly string[];
