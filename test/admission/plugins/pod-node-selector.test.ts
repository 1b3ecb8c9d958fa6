/** Tests node selectors of namespaces: merged, refused, and read from annotations and the configuration. */
import { describe, expect, it } from 'vitest';
import { podNodeSelector } from '../../../runtime/admission/plugins/pod-node-selector.ts';
import { read, refusal, requestOf, startPlugin } from './fixture.ts';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';

interface Case {
	readonly selector?: string;
	readonly pod?: object;
	readonly config?: Readonly<Record<string, string>>;
	readonly name?: string;
}

async function run({ selector, pod = {}, config, name = 'p' }: Case): Promise<unknown> {
	const configuration = config && (await read(podNodeSelector, { podNodeSelectorPluginConfig: config }));
	const namespace = { metadata: { name: 'n', ...(selector !== undefined && { annotations: { [annotation]: selector } }) } };
	const started = await startPlugin(podNodeSelector, { objects: { namespaces: { '/n': namespace } }, configuration });
	const object = { metadata: { name }, spec: { containers: [], ...(Object.keys(pod).length > 0 && { nodeSelector: pod }) } };
	return (await refusal(started, requestOf({ object }))) ?? (object.spec as { readonly nodeSelector?: object }).nodeSelector;
}

const against = (text: string, name = 'p'): string => `403 pods "${name}" is forbidden: pod node label selector ${text}`;

describe('PodNodeSelector', () => {
	it.each<[name: string, given: Case, expected: unknown]>([
		['nothing anywhere', {}, undefined],
		['an annotation', { selector: 'a=1, b = 2' }, { a: '1', b: '2' }],
		['an annotation and a selector of its own', { selector: 'a=1', pod: { b: '2' } }, { a: '1', b: '2' }],
		['the same in both', { selector: 'a=1', pod: { a: '1' } }, { a: '1' }],
		['a contradiction', { selector: 'a=1', pod: { a: '2' } }, against('conflicts with its namespace node label selector')],
		['a contradiction before it has a name', { selector: 'a=1', pod: { a: '2' }, name: '' }, against('conflicts with its namespace node label selector', '')],
		['the default of the cluster', { config: { clusterDefaultNodeSelector: 'd=1' } }, { d: '1' }],
		['an empty annotation in place of it', { selector: '', config: { clusterDefaultNodeSelector: 'd=1' }, pod: { x: 'y' } }, { x: 'y' }],
		['an allowed set', { config: { n: 'a=1,b=2' }, pod: { a: '1' } }, { a: '1' }],
		['more than the allowed set', { config: { n: 'a=1' }, pod: { b: '2' } }, against('labels conflict with its namespace whitelist')],
		['another value than allowed', { config: { n: 'a=1' }, selector: 'a=2' }, against('labels conflict with its namespace whitelist')],
		['an empty allowed set', { config: { n: '' }, pod: { a: '1' } }, { a: '1' }],
		['an annotation without a value', { selector: 'a' }, '500 invalid selector: [a]'],
		['an annotation with two', { selector: 'a==1' }, '500 invalid selector: [a  1]'],
	])('with %s', async (_name, given, expected) => {
		expect(await run(given)).toEqual(expected);
	});

	it('names a key or value in an annotation that no node can have', async () => {
		expect(await run({ selector: 'a b=1' })).toMatch(/^500 <nil>: Invalid value: "a b": name part must consist of alphanumeric characters/);
		expect(await run({ selector: 'a=b c' })).toMatch(/^500 \[a\]: Invalid value: "b c": a valid label must be an empty string or consist of/);
	});

	it('answers for a missing namespace', async () => {
		const started = await startPlugin(podNodeSelector);
		expect(await refusal(started, requestOf({ object: { metadata: { name: 'p' }, spec: {} } }))).toBe(
			'500 Internal error occurred: namespace n does not exist',
		);
	});

	it.each<[section: object, message: string]>([
		[{ odd: 1 }, '"odd" is an unknown field (known fields: podNodeSelectorPluginConfig)'],
		[{ podNodeSelectorPluginConfig: 1 }, 'podNodeSelectorPluginConfig: expected a map'],
		[{ podNodeSelectorPluginConfig: { n: 1 } }, 'podNodeSelectorPluginConfig.n: expected a string'],
		[{ podNodeSelectorPluginConfig: { n: 'a' } }, 'podNodeSelectorPluginConfig.n: invalid selector: [a]'],
	])('refuses %o at the start', async (section, message) => {
		await expect(read(podNodeSelector, section)).rejects.toThrow(message);
	});
});
