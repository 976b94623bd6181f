// The bill of materials (CycloneDX 1.5) of the packages whose code or files are in the bundles. `npm sbom --omit=dev` also
// omits packages that a development package shares, so the list comes from the bundles themselves.
import type { ShippedPackage } from '../lib/adapters/page-bundle/index.ts';

export function billOfMaterials(packages: readonly ShippedPackage[]): string {
  const components = packages.map(({ name, version, licence, integrity }) => ({
    type: 'library',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(licence === null ? {} : { licenses: [{ expression: licence }] }),
    ...(integrity?.startsWith('sha512-') === true
      ? {
          hashes: [
            { alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') },
          ],
        }
      : {}),
  }));
  const component = { type: 'application', name: 'feedback-reports' };
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component } };
  return `${JSON.stringify({ ...bom, components }, null, 2)}\n`;
}
