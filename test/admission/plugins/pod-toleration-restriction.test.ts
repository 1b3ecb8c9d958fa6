/** Tests tolerations of namespaces: merged, refused, and read from annotations and the configuration. */
import { describe, expect, it } from 'vitest';
import { podTolerationRestriction } from '../../../runtime/admission/plugins/pod-toleration-restriction/pod-toleration-restriction.ts';
import { read, refusal, requestOf, startPlugin } from './fixture.ts';

const annotation = (name: string): string => `scheduler.alpha.kubernetes.io/${name}`;
const exists = (key: string, effect?: string): object => ({ key, operator: 'Exists', ...(effect && { effect }) });
const equal = (key: string, value: string): object => ({ key, operator: 'Equal', value });
const pressure = exists('node.kubernetes.io/memory-pressure', 'NoSchedule');

interface Case {
	readonly defaults?: unknown;
	readonly whitelist?: unknown;
	readonly config?: object;
	readonly pod?: readonly object[];
	readonly requests?: object;
	readonly operation?: 'CREATE' | 'UPDATE';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

async function run({ defaults, whitelist, config, pod, requests, operation = 'CREATE' }: Case): Promise<unknown> {
	const configuration = config && (await read(podTolerationRestriction, config));
	const annotations = {
		...(defaults !== undefined && { [annotation('defaultTolerations')]: textOf(defaults) }),
		...(whitelist !== undefined && { [annotation('tolerationsWhitelist')]: textOf(whitelist) }),
	};
	const started = await startPlugin(podTolerationRestriction, { objects: { namespaces: { '/n': { metadata: { annotations } } } }, configuration });
	const spec: { readonly containers: object[]; readonly tolerations?: readonly object[] } = {
		containers: [{ name: 'c', ...(requests && { resources: { requests } }) }],
		...(pod && { tolerations: pod }),
	};
	const object = { metadata: { name: 'p' }, spec };
	return (await refusal(started, requestOf({ object, operation, old: object }))) ?? spec.tolerations;
}

const conflict = (scope: string): string => `500 pod tolerations (possibly merged with namespace default tolerations) conflict with its ${scope} whitelist`;

describe('PodTolerationRestriction', () => {
	it.each<[name: string, given: Case, expected: unknown]>([
		['nothing anywhere', {}, undefined],
		['defaults of the namespace', { defaults: [exists('a')] }, [exists('a')]],
		['defaults beside its own', { defaults: [exists('a')], pod: [equal('b', '1')] }, [equal('b', '1'), exists('a')]],
		['defaults that cover its own', { defaults: [exists('a')], pod: [equal('a', '1')] }, [exists('a')]],
		['defaults that its own cover', { defaults: [equal('a', '1')], pod: [exists('a')] }, [exists('a')]],
		['defaults, when it is updated', { defaults: [exists('a')], operation: 'UPDATE' }, undefined],
		['defaults of the cluster', { config: { default: [exists('d')] } }, [exists('d')]],
		['none of the namespace in place of them', { defaults: '', config: { default: [exists('d')] } }, undefined],
		['requests of memory', { requests: { memory: '1Mi' } }, [pressure]],
		['requests of memory, when it is updated', { requests: { memory: '1Mi' }, operation: 'UPDATE' }, [pressure]],
		['a whitelist that covers it', { whitelist: [exists('a')], pod: [equal('a', '1')] }, [equal('a', '1')]],
		['a whitelist that does not', { whitelist: [equal('a', '1')], pod: [exists('a')] }, conflict('namespace')],
		['a whitelist that its defaults leave', { whitelist: [exists('a')], defaults: [exists('b')] }, conflict('namespace')],
		['an empty whitelist', { whitelist: [], pod: [exists('a')], config: { whitelist: [exists('b')] } }, [exists('a')]],
		['the whitelist of the cluster', { pod: [exists('a')], config: { whitelist: [exists('b')] } }, conflict('cluster')],
		['a whitelist for any key', { pod: [exists('a')], config: { whitelist: [{ operator: 'Exists' }] } }, [exists('a')]],
		[
			'seconds within the whitelist',
			{ pod: [{ ...exists('a', 'NoExecute'), tolerationSeconds: 5 }], whitelist: [{ ...exists('a', 'NoExecute'), tolerationSeconds: 9 }] },
			[{ ...exists('a', 'NoExecute'), tolerationSeconds: 5 }],
		],
		[
			'seconds beyond the whitelist',
			{ pod: [{ ...exists('a', 'NoExecute'), tolerationSeconds: 9 }], whitelist: [{ ...exists('a', 'NoExecute'), tolerationSeconds: 5 }] },
			conflict('namespace'),
		],
		['an annotation that is no list', { defaults: { a: 1 } }, '500 json: cannot unmarshal object into Go value of type []v1.Toleration'],
		['an annotation with a wrong type', { defaults: [{ key: 1 }] }, '500 json: cannot unmarshal number into Go struct field Toleration.key of type string'],
	])('with %s', async (_name, given, expected) => {
		expect(await run(given)).toEqual(expected);
	});

	it('answers for an annotation that is no JSON, and for a missing namespace', async () => {
		expect(await run({ defaults: '{' })).toMatch(/^500 /);
		const started = await startPlugin(podTolerationRestriction);
		expect(await refusal(started, requestOf({ object: { metadata: { name: 'p' }, spec: { containers: [] } } }))).toBe('404 namespaces "n" not found');
	});

	it.each<[section: object, message: string]>([
		[{ odd: 1 }, '"odd" is an unknown field (known fields: apiVersion, kind, default, whitelist)'],
		[{ default: {} }, 'default: expected a list'],
		[{ default: [1] }, 'default[0]: expected a map'],
		[{ default: [{ key: 1 }] }, 'default[0].key: expected a string'],
		[{ default: [{ key: 'a', operator: 'In' }] }, 'default[0].operator: expected Equal or Exists'],
		[{ default: [{ value: 'x' }] }, 'default[0].operator: expected Exists, because the key is empty'],
		[{ default: [{ key: 'a', operator: 'Exists', value: 'x' }] }, 'default[0].value: expected no value with the operator Exists'],
		[{ whitelist: [{ key: 'a', effect: 'No' }] }, 'whitelist[0].effect: expected one of NoSchedule, PreferNoSchedule, NoExecute'],
		[{ whitelist: [{ key: 'a', tolerationSeconds: 5 }] }, 'whitelist[0].tolerationSeconds: expected the effect NoExecute with it'],
	])('refuses %o at the start', async (section, message) => {
		await expect(read(podTolerationRestriction, section)).rejects.toThrow(message);
	});
});
