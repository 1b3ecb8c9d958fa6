import { describe, expect, test } from 'vitest';
import { admissionChain } from '../../runtime/admission/chain.ts';
import type { AdmissionContext, AdmissionPasses, AdmissionPlugin, AdmissionRequest } from '../../runtime/admission/contract.ts';
import { type AdmissionSwitches, pluginsInForce } from '../../runtime/admission/enabled.ts';

const context = { release: '1.25' } as AdmissionContext;
const request = { operation: 'CREATE', kind: { storageName: 'things' }, replacements: 0 } as AdmissionPasses;

function plugin(name: string, log: string[], more: Partial<AdmissionPlugin> = {}): AdmissionPlugin {
	const start = () => ({ mutate: () => void log.push(`${name} mutates`), validate: () => void log.push(`${name} validates`) });
	return { name, onByDefault: { from: '1.0' }, operations: ['CREATE'], start, ...more };
}

describe('the chain', () => {
	test('runs plugins in order, without a promise as long as none waits', async () => {
		const log: string[] = [];
		const chain = await admissionChain(context, [plugin('a', log), plugin('b', log)]);
		expect(chain.mutate(request)).toBeUndefined();
		expect(chain.validate(request)).toBeUndefined();
		expect(log).toEqual(['a mutates', 'b mutates', 'a validates', 'b validates']);
	});
	test('waits for a plugin that answers later before the next one runs', async () => {
		const log: string[] = [];
		const mutate = () => Promise.resolve().then(() => void log.push('slow mutates'));
		const slow = plugin('slow', log, { start: () => ({ mutate }) });
		const chain = await admissionChain(context, [slow, plugin('b', log)]);
		await chain.mutate(request);
		expect(log).toEqual(['slow mutates', 'b mutates']);
	});
	test('runs the enabled plugins, for the operations that each handles', async () => {
		const log: string[] = [];
		const all = [plugin('a', log), plugin('off', log, { onByDefault: 'never' }), plugin('deletes', log, { operations: ['DELETE'] })];
		expect((await admissionChain(context, pluginsInForce({}, '1.25', all))).plugins).toEqual(['a', 'deletes']);
		expect((await admissionChain(context, pluginsInForce({ enable: ['off'], disable: ['a'] }, '1.25', all))).plugins).toEqual(['off', 'deletes']);
		(await admissionChain(context, pluginsInForce({}, '1.25', all))).mutate(request);
		expect(log).toEqual(['a mutates']);
	});
	test('runs those that a later plugin has overtaken once more, and those that asked for it, in their order', async () => {
		const log: string[] = [];
		const passes = { ...request } as { -readonly [K in keyof AdmissionPasses]: AdmissionPasses[K] };
		const logs = (name: string) => (asked: AdmissionRequest) => void log.push(`${name}${asked.secondPass ? ' again' : ''}`);
		const replacing = plugin('replacing', log, { onlyReplaces: true, start: () => ({ mutate: () => void passes.replacements++ }) });
		const closing = plugin('closing', log, { onlyReplaces: true, start: () => ({ mutate: () => logs('closing') }) });
		const slow = plugin('slow', log, { onlyReplaces: true, start: () => ({ mutate: () => Promise.resolve(logs('slow')) }) });
		const overtaken = plugin('overtaken', log, { start: () => ({ mutate: logs('overtaken') }) });
		const late = plugin('late', log, { start: () => ({ mutate: logs('late') }) });
		await (await admissionChain(context, [overtaken, closing, replacing, slow, late])).mutate(passes);
		expect(log).toEqual(['overtaken', 'late', 'overtaken again', 'closing again', 'slow again']);
		expect(passes.secondPass).toBe(false);
	});
	test('lets a write meet only the plugins that handle its kind and want it', async () => {
		const log: string[] = [];
		const only = () => ['pods'];
		const ofPods = plugin('pods', log, { only });
		const idle = plugin('idle', log, { only: () => ['nodes'], start: () => ({}) });
		const steps = { mutate: () => void log.push('choosing mutates'), wants: ({ namespace }: { readonly namespace: string }) => namespace === 'a' };
		const choosing = plugin('choosing', log, { only, onlyRefuses: true, start: () => steps });
		const chain = await admissionChain(context, [ofPods, idle, choosing]);
		expect(chain.stages.CREATE).toEqual([]);
		expect([chain.kindsAlwaysAsked, chain.kindsChanged]).toEqual([new Set(['pods']), new Set(['pods'])]);
		chain.mutate(request);
		expect(log).toEqual([]);
		for (const namespace of ['a', 'b']) chain.mutate({ ...request, kind: { storageName: 'pods' }, namespace } as AdmissionPasses);
		expect(log).toEqual(['pods mutates', 'choosing mutates', 'pods mutates']);
	});
	test('skips a plugin if its matching function excludes the request', async () => {
		const about = { operation: 'UPDATE', group: '', version: 'v1', resource: 'pods', subresource: '', namespace: 'a' } as const;
		const choosing = plugin('choosing', [], {
			operations: ['UPDATE'],
			start: () => ({ validate: () => undefined, wants: ({ resource }) => resource === 'pods' }),
		});
		const chain = await admissionChain(context, [choosing]);
		expect(chain.stages).toEqual({ CREATE: [], UPDATE: [], DELETE: [], CONNECT: [] });
		expect(chain.wants('validate', about)).toBe(true);
		expect(chain.wants('mutate', about)).toBe(false);
		expect(chain.wants('validate', { ...about, resource: 'nodes' })).toBe(false);
		expect(chain.wants('validate', { ...about, operation: 'DELETE' })).toBe(false);
	});
});

describe('the switches', () => {
	const plugins = [
		plugin('a', []),
		plugin('gone', [], { exists: { from: '1.0', before: '1.20' } }),
		plugin('new', [], { exists: { from: '1.26' }, onByDefault: { from: '1.27' } }),
		plugin('ofNodes', [], { onByDefault: 'never', onWithMode: 'Node' }),
	];
	const names = (switches: AdmissionSwitches, release: string): readonly string[] => pluginsInForce(switches, release, plugins).map(({ name }) => name);

	test.each<[switches: AdmissionSwitches, release: string, names: readonly string[]]>([
		[{}, '1.19', ['a', 'gone']],
		[{}, '1.25', ['a']],
		[{}, '1.26', ['a']],
		[{ enable: ['new'] }, '1.26', ['a', 'new']],
		[{}, '1.27', ['a', 'new']],
		[{ modes: ['RBAC', 'Node'] }, '1.25', ['a', 'ofNodes']],
		[{ modes: ['Node'], disable: ['ofNodes'] }, '1.25', ['a']],
	])('%j at %s', (switches, release, expected) => {
		expect(names(switches, release)).toEqual(expected);
	});
	test.each<[switches: AdmissionSwitches, sentence: string]>([
		[{ enable: ['Nope'] }, '--enable-admission-plugins: unknown admission plugin "Nope" (release 1.25 has a, ofNodes)'],
		[{ disable: ['gone'] }, '--disable-admission-plugins: admission plugin gone exists before release 1.20 only; the emulated release is 1.25'],
		[{ enable: ['new'] }, '--enable-admission-plugins: admission plugin new exists from release 1.26 on only; the emulated release is 1.25'],
		[{ enable: ['a'], disable: ['a'] }, '--disable-admission-plugins: a is enabled by --enable-admission-plugins too'],
	])('%j are refused', (switches, sentence) => {
		expect(() => names(switches, '1.25')).toThrow(sentence);
	});
});
