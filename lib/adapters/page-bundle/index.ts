// Builds the report library with esbuild, and describes the packages of any esbuild output.
export { buildPage, encodedSize, MAX_FIRST_SCRIPT_BYTES } from './build-page.ts';
export type { BuiltPage, PageSource } from './build-page.ts';
export { externalImports, packagesInBundle } from './shipped-packages.ts';
export { describePackages, thirdPartyNotices } from './shipped-packages.ts';
export type { ShippedPackage } from './shipped-packages.ts';
