/** Tests the refusals by rules of the built-in specs: the statements of seed 2 about each kind. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { big, bigger, causesOf, container, selector, template, withSpecs } from './fixture.ts';

withSpecs();

describe('rules of seed 2', () => {
	it.each<[string, string, JsonObject, JsonObject | undefined, string[]]>([
		[
			'a key with other characters',
			'core/v1.ConfigMap',
			{ data: { 'a b': '' } },
			undefined,
			[
				"data[a b]: Invalid value: \"a b\": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
			],
		],
		['a ConfigMap of just 1 MiB', 'core/v1.ConfigMap', { data: { a: big } }, undefined, []],
		['a Secret over 1 MiB', 'core/v1.Secret', { data: { a: bigger } }, undefined, ['data: Too long: may not be more than 1048576 bytes']],
		[
			'a frozen ConfigMap that thaws',
			'core/v1.ConfigMap',
			{ data: { a: 'b' } },
			{ immutable: true, data: { a: 'b' } },
			['immutable: Forbidden: field is immutable when `immutable` is set'],
		],
		[
			'a frozen ConfigMap that changes',
			'core/v1.ConfigMap',
			{ immutable: true, data: { a: 'c' } },
			{ immutable: true, data: { a: 'b' } },
			['data: Forbidden: field is immutable when `immutable` is set'],
		],
		['a ConfigMap that is frozen', 'core/v1.ConfigMap', { immutable: true, data: { a: 'c' } }, { data: { a: 'b' } }, []],
		['a Secret of another type', 'core/v1.Secret', { type: 'b' }, { type: 'a' }, ['type: Invalid value: "b": field is immutable']],
		[
			'two drivers of one name',
			'storage/v1.CSINode',
			{
				spec: {
					drivers: [
						{ name: 'a', nodeID: 'b' },
						{ name: 'a', nodeID: 'b' },
					],
				},
			},
			undefined,
			['spec.drivers[1].name: Duplicate value: "a"'],
		],
		[
			'a driver without a node',
			'storage/v1.CSINode',
			{ spec: { drivers: [{ name: 'a', nodeID: '' }] } },
			undefined,
			['spec.drivers[0].nodeID: Required value'],
		],
		['no drivers', 'storage/v1.CSINode', { spec: { drivers: [] } }, undefined, []],
		[
			'a negative count',
			'storage/v1.CSINode',
			{ spec: { drivers: [{ name: 'a', nodeID: 'b', allocatable: { count: -1 } }] } },
			undefined,
			['spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0'],
		],
		[
			'two tokens for one audience',
			'storage/v1.CSIDriver',
			{ spec: { tokenRequests: [{ audience: '' }, { audience: '' }] } },
			undefined,
			['spec.tokenRequests[1].audience: Duplicate value: ""'],
		],
		['one token for nobody', 'storage/v1.CSIDriver', { spec: { tokenRequests: [{ audience: '' }] } }, undefined, []],
		[
			'a token for a minute',
			'storage/v1.CSIDriver',
			{ spec: { tokenRequests: [{ audience: 'a', expirationSeconds: 60 }] } },
			undefined,
			['spec.tokenRequests[0].expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes'],
		],
		[
			'an unknown mode',
			'storage/v1.CSIDriver',
			{ spec: { volumeLifecycleModes: ['Other'] } },
			undefined,
			['spec.volumeLifecycleModes[0]: Unsupported value: "Other": supported values: "Persistent", "Ephemeral"'],
		],
		[
			'a driver that attaches now',
			'storage/v1.CSIDriver',
			{ spec: { attachRequired: true } },
			{ spec: { attachRequired: false } },
			['spec.attachRequired: Invalid value: true: field is immutable'],
		],
		['a driver that has capacity now', 'storage/v1.CSIDriver', { spec: { storageCapacity: true } }, { spec: { storageCapacity: false } }, []],
		['a class of no provisioner', 'storage/v1.StorageClass', {}, undefined, ['provisioner: Required value']],
		[
			'a class with other parameters',
			'storage/v1.StorageClass',
			{ provisioner: 'a', parameters: { a: 'b' } },
			{ provisioner: 'a' },
			// A hook gives the message of releases before 1.36 (`test/kinds/rules/spoiled.test.ts`).
			['parameters: Invalid value: {"a":"b"}: field is immutable'],
		],
		[
			'a class that binds otherwise',
			'storage/v1.StorageClass',
			{ provisioner: 'a', volumeBindingMode: 'Immediate' },
			{ provisioner: 'a', volumeBindingMode: 'WaitForFirstConsumer' },
			['volumeBindingMode: Invalid value: "Immediate": field is immutable'],
		],
		[
			'a lease of no time',
			'coordination/v1.Lease',
			{ spec: { leaseDurationSeconds: 0 } },
			undefined,
			['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
		],
		[
			'a path out of the volume',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', configMap: { name: 'x', items: [{ key: 'a', path: '../b' }] } }] } },
			undefined,
			['spec.volumes[0].configMap.items[0].path: Invalid value: "../b": must not contain \'..\''],
		],
		[
			'a mode of five digits',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', secret: { secretName: 'x', defaultMode: 512 } }] } },
			undefined,
			['spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive'],
		],
		[
			'a token for a minute in a pod',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'a', expirationSeconds: 60 } }] } }] } },
			undefined,
			['spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes'],
		],
		[
			'a disk by both names',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', fc: { targetWWNs: ['a'], lun: 1, wwids: ['b'] } }] } },
			undefined,
			['spec.volumes[0].fc.targetWWNs: Invalid value: "object": targetWWNs and wwids can not be specified simultaneously'],
		],
		[
			'a disk by no number',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', fc: { targetWWNs: ['a'] } }] } },
			undefined,
			['spec.volumes[0].fc.lun: Required value: lun is required if targetWWNs is specified'],
		],
		[
			'a dataset by both names',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', flocker: { datasetName: 'a', datasetUUID: 'b' } }] } },
			undefined,
			['spec.volumes[0].flocker: Invalid value: "object": datasetName and datasetUUID can not be specified simultaneously'],
		],
		[
			'a claim of nothing',
			'core/v1.Pod',
			{ spec: { containers: [container], volumes: [{ name: 'v', ephemeral: {} }] } },
			undefined,
			['spec.volumes[0].ephemeral.volumeClaimTemplate: Required value'],
		],
		[
			'an empty value of a header',
			'core/v1.Pod',
			{ spec: { containers: [{ ...container, readinessProbe: { httpGet: { port: 1, httpHeaders: [{ name: 'A', value: '' }] } } }] } },
			undefined,
			[],
		],
		[
			'a report without an image',
			'core/v1.Pod',
			{ spec: { containers: [container] }, status: { containerStatuses: [{ name: 'a', image: '', imageID: '', ready: false, restartCount: 0 }] } },
			undefined,
			[],
		],
		['a pod of nothing', 'core/v1.Pod', { spec: {} }, undefined, ['spec.containers: Required value']],
		['a deployment without a selector', 'apps/v1.Deployment', { spec: { template } }, undefined, ['spec.selector: Required value']],
		[
			'a deployment that selects otherwise',
			'apps/v1.Deployment',
			{ spec: { selector: { matchLabels: { a: 'c' } }, template } },
			{ spec: { selector, template } },
			['spec.selector: Invalid value: {"matchLabels":{"a":"c"}}: field is immutable'],
		],
	])('%s', (_, type, body, old, causes) => expect(causesOf(type, body, old)).toEqual(causes));
});
