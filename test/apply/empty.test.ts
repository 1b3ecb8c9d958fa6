/** Empty objects in the form of Kubernetes' types: the output of a zero value. */
import { expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { emptyObject } from '../../runtime/apply/objects/empty.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

const served = narrow(catalog, '1.25');
const metadata = { creationTimestamp: null };

it.each([
	['core/v1.ConfigMap', { metadata }],
	['core/v1.Namespace', { metadata, spec: {}, status: {} }],
	['core/v1.Pod', { metadata, spec: { containers: null }, status: {} }],
	['apps/v1.Deployment', { metadata, spec: { selector: null, strategy: {}, template: { metadata, spec: { containers: null } } }, status: {} }],
	['networking/v1.Ingress', { metadata, spec: {}, status: { loadBalancer: {} } }],
	['storage/v1.CSINode', { metadata, spec: { drivers: null } }],
	['storage/v1.StorageClass', { metadata, provisioner: '' }],
])('%s', (name, expected) => {
	expect(emptyObject(served.type(name), (type) => served.type(type))).toEqual(expected);
});
