/** Device claims under quotas of extended resources: a claim that the scheduler makes for a pod is charged once, with its pod. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { evaluators } from '../../../runtime/admission/plugins/resource-quota/evaluators/index.ts';
import { itemOf } from '../../../runtime/codec/item-form.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { writeAmounts } from '../../../runtime/scalars/resource-list.ts';
import type { CachedObject } from '../../../runtime/watch/contract.ts';

const { groupDomain, labelDomain } = vocabulary;
const claims = `resourceclaims.resource.${groupDomain}`;
const devices = `.deviceclass.resource.${groupDomain}/devices`;
const implicit = `requests.deviceclass.resource.${labelDomain}`;
const made = { annotations: { [`resource.${labelDomain}/extended-resource-claim`]: 'true' } };
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1', controller: true };

interface Stored {
	readonly metadata: { readonly name: string; readonly [part: string]: unknown };
	readonly [part: string]: unknown;
}

/** A cache with these objects, by storage name. */
function cacheOf(objects: Readonly<Record<string, readonly Stored[]>>) {
	const list = (resource: string): readonly CachedObject[] =>
		(objects[resource] ?? []).map((object) => ({ ...itemOf(JSON.stringify(object)), name: object.metadata.name }) as CachedObject);
	return { list, get: (resource: string, _: string, name: string) => list(resource).find((each) => each.name === name) };
}

const pod = (status: object = {}): Stored => ({
	metadata: { name: 'p', namespace: 'n', uid: 'u1' },
	spec: { containers: [{ name: 'c', resources: { requests: { 'acme.io/gpu': '2' } } }] },
	status,
});
const claim = (name: string, metadata: object, ...classes: readonly string[]): Stored => ({
	metadata: { name, namespace: 'n', creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
	spec: {
		devices: { requests: classes.map((deviceClassName, at) => ({ name: `r${at}`, exactly: { deviceClassName, allocationMode: 'ExactCount', count: 3 } })) },
	},
});
const classes = [
	{ metadata: { name: 'gpu' }, spec: { extendedResourceName: 'acme.io/gpu' } },
	{ metadata: { name: 'plain' }, spec: {} },
];

function usage(object: object, stored: readonly Stored[] = [], pods: readonly Stored[] = [pod()], release = '1.36') {
	const cache = cacheOf({ pods, [claims]: stored, [`deviceclasses.resource.${groupDomain}`]: classes });
	const kind = catalog.kinds.find(({ storageName }) => storageName === claims);
	if (kind === undefined) throw new Error('no claims');
	const evaluator = evaluators({ release, gates: new Map([['DRAExtendedResource', true]]), vocabulary, cache })(kind);
	return writeAmounts(evaluator?.measure(object as JsonObject).usage ?? new Map());
}

describe('a device claim uses', () => {
	const counted = { [`count/${claims}`]: '1' };
	const all = { ...counted, [`gpu${devices}`]: '3', [`${implicit}/gpu`]: '3', 'requests.acme.io/gpu': '3' };
	const beyondPod = { ...all, 'requests.acme.io/gpu': '1' };
	const ofPod = { ...made, ownerReferences: [owner] };

	type Row = readonly [name: string, object: Stored, expected: object, stored?: readonly Stored[], pods?: readonly Stored[]];
	const rows: readonly Row[] = [
		['the extended resource of its class', claim('c', {}, 'gpu'), all],
		['no extended resource where the class has none', claim('c', {}, 'plain', 'missing'), { ...counted, [`missing${devices}`]: '3', [`plain${devices}`]: '3' }],
		['less what is charged for the pod that it was made for', claim('c', ofPod, 'gpu'), beyondPod],
		['all of it if the user made it for a pod', claim('c', { ownerReferences: [owner] }, 'gpu'), all],
		['all of it if the pod is another one of that name', claim('c', { ...made, ownerReferences: [{ ...owner, uid: 'u2' }] }, 'gpu'), all],
		['all of it if the pod is gone', claim('c', ofPod, 'gpu'), all, [], []],
		[
			'less its pod if the pod names it',
			claim('c', ofPod, 'gpu'),
			beyondPod,
			[claim('b', ofPod, 'gpu')],
			[pod({ extendedResourceClaimStatus: { resourceClaimName: 'c' } })],
		],
		['all of it if the pod names another', claim('c', ofPod, 'gpu'), all, [], [pod({ extendedResourceClaimStatus: { resourceClaimName: 'b' } })]],
		['all of it if the pod has an earlier one', claim('c', ofPod, 'gpu'), all, [claim('b', ofPod, 'gpu')]],
		['less its pod if it is the first of several', claim('b', ofPod, 'gpu'), beyondPod, [claim('b', ofPod, 'gpu'), claim('c', ofPod, 'gpu')]],
	];
	for (const [name, object, expected, stored, pods] of rows) {
		it(name, () => {
			expect(usage(object, stored, pods)).toEqual(expected);
		});
	}

	it('no extended resource before 1.35', () => {
		expect(usage(claim('c', {}, 'gpu'), [], [], '1.34')).toEqual({ ...counted, [`gpu${devices}`]: '3' });
	});
});
