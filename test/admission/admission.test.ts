import { describe, expect, test } from 'vitest';
import { admissionChain, pluginsInForce } from '../../runtime/admission/chain.ts';
import type { AdmissionContext, AdmissionPasses, AdmissionPlugin, AdmissionRequest } from '../../runtime/admission/contract.ts';

const context = { release: '1.25' } as AdmissionContext;
const request = { operation: 'CREATE' } as AdmissionPasses;

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
	test('waits for one that answers later before the next runs', async () => {
		const log: string[] = [];
		const mutate = () => Promise.resolve().then(() => void log.push('slow mutates'));
		const slow = plugin('slow', log, { start: () => ({ mutate }) });
		const chain = await admissionChain(context, [slow, plugin('b', log)]);
		await chain.mutate(request);
		expect(log).toEqual(['slow mutates', 'b mutates']);
	});
	test('runs what the switches say, for the operations that a plugin handles', async () => {
		const log: string[] = [];
		const all = [plugin('a', log), plugin('off', log, { onByDefault: 'never' }), plugin('deletes', log, { operations: ['DELETE'] })];
		expect((await admissionChain(context, pluginsInForce({}, '1.25', all))).plugins).toEqual(['a', 'deletes']);
		expect((await admissionChain(context, pluginsInForce({ enable: ['off'], disable: ['a'] }, '1.25', all))).plugins).toEqual(['off', 'deletes']);
		(await admissionChain(context, pluginsInForce({}, '1.25', all))).mutate(request);
		expect(log).toEqual(['a mutates']);
	});
	test('asks once more whoever has said so, and whoever was overtaken, in their order', async () => {
		const log: string[] = [];
		const passes = { operation: 'CREATE', replacements: 0, secondPass: false } as { -readonly [K in keyof AdmissionPasses]: AdmissionPasses[K] };
		const told = (name: string) => (asked: AdmissionRequest) => void log.push(`${name}${asked.secondPass ? ' again' : ''}`);
		const replacing = plugin('replacing', log, { start: () => ({ mutate: () => void passes.replacements++ }) });
		const closing = plugin('closing', log, { start: () => ({ mutate: () => told('closing') }) });
		const slow = plugin('slow', log, { start: () => ({ mutate: () => Promise.resolve(told('slow')) }) });
		const overtaken = plugin('overtaken', log, { twice: true, start: () => ({ mutate: told('overtaken') }) });
		const late = plugin('late', log, { twice: true, start: () => ({ mutate: told('late') }) });
		await (await admissionChain(context, [overtaken, closing, replacing, slow, late])).mutate(passes);
		expect(log).toEqual(['overtaken', 'late', 'overtaken again', 'closing again', 'slow again']);
		expect(passes.secondPass).toBe(false);
	});
	test('does not make others look where the one that chooses does not want to', async () => {
		const about = { operation: 'UPDATE', group: '', version: 'v1', resource: 'pods', subresource: '' } as const;
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
	test('names what it does not know', () => {
		expect(() => pluginsInForce({ enable: ['Nope'] }, '1.25', [plugin('a', [])])).toThrow('unknown admission plugin "Nope"; expected one of a');
		expect(() => pluginsInForce({ enable: ['a'], disable: ['a'] }, '1.25', [plugin('a', [])])).toThrow('admission plugin a is both enabled and disabled');
	});
});
